/// A refusal, or a failure that a caller may be told of; the only error that leaves the server.
public struct Problem: Error, Sendable, Equatable {
    /// What kind of refusal it is; each surface has its own word for it.
    public enum Kind: String, Sendable, CaseIterable {
        /// Something in the request is missing or wrong.
        case invalid
        /// No card is named, and the member has none.
        case noFundingSource
        /// The processor does not keep this card.
        case cardNotSaved
        /// The wallet does not hold that much.
        case insufficientFunds
        /// No token, or one that is not good.
        case unauthenticated
        /// A token of another issuer that is not good.
        case invalidToken
        /// The holder of the card must act before it is charged.
        case requiresAction
        /// The card is not charged.
        case cardDeclined
        /// The wallet is not charged, because it holds less.
        case walletDeclined
        /// The caller's role may not do this at all.
        case forbidden
        /// The caller's token was not given for this.
        case outOfScope
        /// Too many failed sign-ins, on the surface that calls this a forbidden account.
        case accountLocked
        /// The purchase was decided against.
        case declined
        /// It does not exist, or the caller may not know that it does.
        case notFound
        /// The member has no card.
        case noDefaultFundingSource
        /// The path is known, the method is not.
        case methodNotAllowed
        /// It contradicts what is already there.
        case conflict
        /// It was changed since the version that the call names.
        case stale
        /// The call must name the version that it was made of.
        case preconditionRequired
        /// The body is larger than allowed.
        case payloadTooLarge
        /// The body is not JSON by its own account.
        case unsupportedMediaType
        /// Too many calls.
        case rateLimited
        /// A mistake of ours.
        case `internal`
        /// The card processor cannot be reached, or did not say what it did.
        case processorUnavailable
        /// An identity provider, another issuer of tokens, or a push service cannot be reached.
        case providerUnavailable
        /// A bank, or who reads it for us, cannot be reached or refuses.
        case bankFailure
        /// The database or the disk cannot serve right now.
        case unavailable
        /// The language model that answers must come from did not give one that may be told.
        case modelUnavailable
    }

    /// What kind of refusal it is.
    public let kind: Kind
    /// One sentence for a person; never with tokens, passwords, SQL or another person's data.
    public let message: String
    /// The bad fields, in the order of the input type.
    public let faults: [Fault]
    /// When to try again, in whole seconds.
    public let retryAfterSeconds: Int?
    /// The methods that the path does have.
    public let allowedMethods: [Method]
    /// What a client needs to go on from here; written beside ``message`` on Guardian, and as the
    /// `details` of a problem without bad fields on Allowance, of a bank file on Banking, and of a
    /// missing scope or a bank's failure elsewhere.
    ///
    /// What stands there now, where another version was named, is written beside the error.
    public let details: [JSON.Member]

    /// Makes a problem.
    public init(
        _ kind: Kind,
        _ message: String? = nil,
        faults: [Fault] = [],
        retryAfterSeconds: Int? = nil,
        allowedMethods: [Method] = [],
        details: [JSON.Member] = []
    ) {
        self.kind = kind
        self.message = message ?? kind.sentence
        self.faults = faults
        self.retryAfterSeconds = retryAfterSeconds
        self.allowedMethods = allowedMethods
        self.details = details
    }

    /// A request with bad fields.
    public static func invalid(_ faults: [Fault]) -> Problem {
        let sentence = faults.map { "\($0.field) \($0.rule)" }.joined(separator: "; ")
        return Problem(.invalid, sentence, faults: faults)
    }

    /// A request that is bad as a whole.
    public static func invalid(_ message: String) -> Problem { Problem(.invalid, message) }
}

/// A field that breaks a rule.
public struct Fault: Sendable, Equatable {
    /// The field's name on the wire.
    public let field: String
    /// The rule, so that field and rule together are a sentence: `amount_cents`, `is required`.
    public let rule: String

    /// Makes a fault.
    public init(field: String, rule: String) {
        self.field = field
        self.rule = rule
    }
}

extension Problem.Kind {
    /// What is said when there is nothing more precise to say.
    var sentence: String {
        switch self {
        case .invalid: "The request is not valid"
        case .noFundingSource: "There is no card yet, and funding_source_id names none"
        case .cardNotSaved: "The card processor does not keep this card"
        case .insufficientFunds: "The wallet does not hold that much"
        case .unauthenticated: "Sign in to do this"
        case .invalidToken: "The token is not good; sign in again"
        case .requiresAction: "The holder of the card must act first"
        case .cardDeclined: "The card was declined"
        case .walletDeclined: "There is not enough left in the wallet"
        case .forbidden: "Your role may not do this"
        case .outOfScope: "The app was not allowed to do this"
        case .accountLocked: "account locked"
        case .declined: "The purchase was declined"
        case .notFound: "There is no such thing"
        case .noDefaultFundingSource: "There is no card yet"
        case .methodNotAllowed: "This path does not have that method"
        case .conflict: "This contradicts what is already there"
        case .stale: "This was changed since; look at it again"
        case .preconditionRequired: "If-Match or If-None-Match is required"
        case .payloadTooLarge: "The body is too large"
        case .unsupportedMediaType: "The body must be JSON"
        case .rateLimited: "Too many requests; try again later"
        case .internal: "Something went wrong here; nothing was changed"
        case .processorUnavailable: "The card processor cannot be reached; a repeat is safe"
        case .providerUnavailable: "The identity provider cannot be reached; try again later"
        case .bankFailure: "The bank cannot be read right now; try again later"
        case .unavailable: "The service cannot do this right now; nothing was changed"
        case .modelUnavailable: "The language model cannot answer right now; nothing was changed"
        }
    }
}
