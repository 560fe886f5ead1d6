public import Kernel

extension Problem {
    /// A call that the token was not given for.
    ///
    /// - Parameter needed: What the call needs.
    /// - Returns: The refusal, which names it.
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
