import Kernel

extension FieldRule {
    /// An e-mail address: 3...254 characters, one `@`, something before it, a dot inside the rest.
    static func email(_ value: @escaping @Sendable (Body) -> String) -> Self {
        let bounds = Schema.Bounds(
            minLength: 3,
            maxLength: Limits.emailCharacters,
            pattern: TextPattern.email
        )
        return Self("email", bounds: bounds) { body in
            isEmailAddress(value(body)) ? nil : "is not an e-mail address"
        }
    }

    /// A new password: 8...128 characters with at least one letter and one digit.
    static func newPassword(
        _ field: String = "password",
        _ value: @escaping @Sendable (Body) -> Password
    ) -> Self {
        let bounds = Schema.Bounds(
            minLength: Limits.passwordCharactersLeast,
            maxLength: Limits.passwordCharactersMost,
            pattern: TextPattern.letterAndDigit
        )
        return Self(field, bounds: bounds) { body in
            isAcceptable(value(body).secret)
                ? nil : "must have 8 to 128 characters, a letter and a digit among them"
        }
    }

    /// A code of the second factor, or one to recover with.
    static func secondFactorCode(_ value: @escaping @Sendable (Body) -> String?) -> Self {
        .text("code", upTo: Limits.secondFactorCodeCharacters, value)
    }

    /// A time zone by its IANA name.
    static func timeZone(
        _ field: String,
        _ value: @escaping @Sendable (Body) -> String?
    ) -> Self {
        Self(field) { body in
            guard let name = value(body), Zone.named(name) == nil else { return nil }
            return "is not a known time zone"
        }
    }
}

/// Whether a text, trimmed and in lower case, is an e-mail address as members have them.
public func isEmailAddress(_ text: String) -> Bool {
    // The length comes first: what follows takes longer than the text is. By scalars: a mark that
    // joins the "@" before it does not hide it.
    guard !text.hasMoreScalars(than: Limits.emailCharacters), text.unicodeScalars.count >= 3
    else { return false }
    let scalars = text.unicodeScalars
    let parts = scalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
        !scalars.contains(where: \.properties.isWhitespace)
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && !labels[0].isEmpty && !labels[labels.count - 1].isEmpty
}

private func isAcceptable(_ password: String) -> Bool {
    !password.hasMoreScalars(than: Limits.passwordCharactersMost)
        && password.unicodeScalars.count >= Limits.passwordCharactersLeast
        && password.unicodeScalars.contains(where: isLetter)
        && password.unicodeScalars.contains { $0.properties.generalCategory == .decimalNumber }
}

/// Whether a scalar is a letter of any script, which is `\p{L}` in ``TextPattern``.
private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
}
