public import Kernel

extension Problem {
    /// The refusal of a call that the token was not given for; names what it needs.
    public static func outOfScope(_ needed: APIScopes) -> Problem {
        let word = needed.text
        return Problem(
            .outOfScope,
            "The app may not do this: its token has not the scope \(word)",
            details: [JSON.Member("scope", .string(word))]
        )
    }

    /// The scope that was missing; `nil` for any other refusal.
    public var missingScope: String? {
        guard kind == .outOfScope, case .string(let word)? = details.first?.value else {
            return nil
        }
        return word
    }
}
