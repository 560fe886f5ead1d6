/// A type whose keys are the names of its fields in snake case: `spent7DCents` is `spent_7d_cents`.
///
/// The types of the Guardian Card and Money App documents say so. Where a type does not, a key is
/// the name as it stands, but `childID` is `childId`.
public protocol SnakeCaseKeys {}

/// How the names of a type's fields are written as keys.
enum KeyConvention: Sendable {
    /// `childId`.
    case camelCase
    /// `child_id`.
    case snakeCase
    /// As it stands: the key of a map is no name.
    case verbatim

    /// The convention of a type with such keys.
    init(of type: Any.Type, keyedBy key: any CodingKey.Type) {
        if type is any SnakeCaseKeys.Type {
            self = .snakeCase
        } else {
            // Only a key that can be anything is made of a number.
            self = key.init(intValue: 0) == nil ? .camelCase : .verbatim
        }
    }

    /// A key as it is written.
    func text(of name: String) -> String {
        switch self {
        case .camelCase:
            guard name.utf8.last == UInt8(ascii: "D"), name.hasSuffix("ID") else { return name }
            return "\(name.dropLast())d"
        case .snakeCase: return Self.snakeCase(name)
        case .verbatim: return name
        }
    }

    private static func snakeCase(_ name: String) -> String {
        var letters = name
        return letters.withUTF8 { letters in
            guard letters.contains(where: isCapitalOrDigit) else { return name }
            let starts = letters.indices.count { startsWord(at: $0, in: letters) }
            return String(unsafeUninitializedCapacity: letters.count + starts) { text in
                var end = 0
                for index in letters.indices {
                    if startsWord(at: index, in: letters) {
                        text[end] = UInt8(ascii: "_")
                        end += 1
                    }
                    let letter = letters[index]
                    text[end] = isCapitalOrDigit(letter) ? letter | 0x20 : letter
                    end += 1
                }
                return end
            }
        }
    }

    /// Whether a word starts here: after a small letter, or where capitals or digits end with one
    /// that small letters follow.
    private static func startsWord(at index: Int, in letters: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index > 0, isCapitalOrDigit(letters[index]) else { return false }
        if isSmall(letters[index - 1]) { return true }
        let isCapital = letters[index] > UInt8(ascii: "9")
        return isCapital && isCapitalOrDigit(letters[index - 1]) && index + 1 < letters.count
            && isSmall(letters[index + 1])
    }

    private static func isSmall(_ letter: UInt8) -> Bool {
        letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    }

    /// Of a name's bytes, which are letters, digits and `_`.
    private static func isCapitalOrDigit(_ letter: UInt8) -> Bool { letter < UInt8(ascii: "[") }
}
