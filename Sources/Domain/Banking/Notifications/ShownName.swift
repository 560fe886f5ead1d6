import Kernel

/// A name that somebody else wrote, as it may stand in a sentence on another's screen.
///
/// What breaks the line or turns the direction of reading is taken out, or a merchant's name could
/// pretend to be a sentence of ours.
enum ShownName {
    /// Makes a name fit.
    ///
    /// - Parameters:
    ///   - text: Whatever it is.
    ///   - other: What is shown when nothing is left of it.
    /// - Returns: One line, of at most ``Limits/notificationNameCharacters`` scalars.
    static func shown(_ text: String, or other: String) -> String {
        var name = String.UnicodeScalarView()
        var count = 0
        var isSpaceOwed = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                isSpaceOwed = count > 0
                continue
            }
            guard isSeen(scalar, isFirst: count == 0) else { continue }
            let needed = isSpaceOwed ? 2 : 1
            guard count + needed < Limits.notificationNameCharacters else {
                name.append("…")
                break
            }
            if isSpaceOwed { name.append(" ") }
            isSpaceOwed = false
            name.append(scalar)
            count += needed
        }
        return name.isEmpty ? other : String(name)
    }

    /// Whether it is more than an instruction of how to show others.
    ///
    /// Joiners make one sign of several, in emoji and in some scripts.
    private static func isSeen(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        guard scalar.properties.generalCategory == .format else { return true }
        return (0x200C...0x200D).contains(scalar.value) && !isFirst
    }
}
