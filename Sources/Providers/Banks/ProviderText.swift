import Foundation
import Kernel

/// What a bank provider wrote, made fit to be kept.
///
/// Names come from merchants, payers and banks, so anybody may have chosen them.
enum ProviderText {
    /// A name without control characters and with at most so many characters; `nil` when nothing is
    /// left.
    ///
    /// A run of combining marks that no language needs loses them all.
    static func cleaned(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(Limits.bankTextCharacters) {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        var kept = String(scalars)
        if !kept.isStreamSafe {
            kept.unicodeScalars.removeAll {
                $0.properties.canonicalCombiningClass != .notReordered
            }
        }
        let isBlank = kept.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        return isBlank ? nil : kept
    }

    /// Whether a text can be an id, a token or a cursor of a provider: visible ASCII, not too long.
    static func isIdentifier(_ text: String, bytesMost: Int = Limits.identifierCharacters) -> Bool {
        !text.isEmpty && text.utf8.count <= bytesMost
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// A provider's own word for something that went wrong; `nil` when it is none.
    static func code(_ text: String?) -> String? {
        guard let text, (1...100).contains(text.utf8.count),
            text.utf8.allSatisfy({ isCodeByte($0) })
        else { return nil }
        return text
    }

    /// A number as whole minor units, exactly; `nil` when it is too large.
    ///
    /// A number with more decimals than its currency has, as values of securities may have, is
    /// rounded half away from zero.
    static func minor(_ number: Decimal, _ currency: Currency?) -> Int64? {
        let exponent = currency?.exponent ?? 2
        let text = "\(number)"
        do {
            return try DecimalText.minorUnits(text, exponent: exponent)
        } catch .tooManyDecimals {
            return rounded(text, exponent)
        } catch {
            return nil
        }
    }

    /// The currency that a provider names; `nil` when ISO 4217 does not list it.
    static func currency(_ code: String?) -> Currency? {
        guard let code, code.utf8.count == 3 else { return nil }
        return Currency(code: code)
    }

    private static func rounded(_ text: String, _ exponent: Int) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let digits = parts[1].utf8.prefix(exponent + 1)
        let fraction = digits.prefix(exponent).map { Character(UnicodeScalar($0)) }
        let kept = exponent == 0 ? String(parts[0]) : "\(parts[0]).\(String(fraction))"
        guard let cut = try? DecimalText.minorUnits(kept, exponent: exponent) else { return nil }
        let isUp = digits.count > exponent && (digits.last ?? 0) >= UInt8(ascii: "5")
        guard isUp else { return cut }
        return text.hasPrefix("-") ? cut - 1 : cut + 1
    }

    private static func isCodeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
