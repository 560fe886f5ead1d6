/// What the amounts of a file tell about the mark before decimals.
///
/// The last of two marks stands before decimals, one that is there twice does not. A single mark
/// stands before decimals unless three digits follow, which parts thousands in currencies that do
/// not have three decimals.
struct DecimalEvidence {
    private(set) var mark: DecimalMark?
    /// What an amount such as `1,234` says, as long as nothing says more.
    private var weak: DecimalMark?

    /// Whether no further amount is needed.
    var isDecided: Bool { mark != nil }

    /// Looks at an amount; none is looked at any more when the mark is known.
    mutating func see(_ bytes: ArraySlice<UInt8>) {
        guard mark == nil, bytes.count <= 64 else { return }
        let points = bytes.count { $0 == DecimalMark.point.byte }
        let commas = bytes.count { $0 == DecimalMark.comma.byte }
        guard points + commas > 0, bytes.contains(where: \.isDigit),
            let last = bytes.lastIndex(where: { $0 == 0x2C || $0 == 0x2E })
        else { return }
        let lastMark: DecimalMark = bytes[last] == 0x2C ? .comma : .point
        if points > 0, commas > 0 {
            mark = lastMark
        } else if points + commas > 1 {
            mark = lastMark.other
        } else if bytes[(last + 1)...].prefix(while: \.isDigit).count == 3 {
            weak = weak ?? lastMark.other
        } else {
            mark = lastMark
        }
    }

    /// The mark when there are no more amounts; a point when nothing was to be seen.
    var final: DecimalMark { mark ?? weak ?? .point }
}
