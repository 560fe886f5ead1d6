public import Kernel

extension API.Guardian {
    /// What a policy answers to the purchases that it is true for.
    public enum PolicyAction: String, Codable, Sendable, CaseIterable, WireEnum {
        /// No.
        case decline
        /// No, unless a parent allows it.
        case ask
        /// Yes, with a warning.
        case warn
    }

    /// A policy as it is to be.
    public struct PolicyInput: WireInput, SnakeCaseKeys, Equatable {
        /// What it is called, 1...80 characters; no other policy of the household is called so.
        public let name: String
        /// The member it is for; everybody in the household when left out.
        public let userID: MemberReference?
        /// When it is true.
        public let when: Condition
        /// What it answers then.
        public let then: PolicyAction
        /// The sentence for the member, at most 200 characters; one that is made of the condition
        /// when left out.
        public let message: String?

        /// Makes a policy.
        public init(
            name: String,
            userID: MemberReference? = nil,
            when: Condition,
            then: PolicyAction,
            message: String? = nil
        ) {
            self.name = name
            self.userID = userID
            self.when = when
            self.then = then
            self.message = message
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.policyNameCharacters) { $0.name },
            .text("message", upTo: Limits.policyMessageCharacters) { $0.message },
        ]
    }

    /// What a policy is to be from now on.
    public struct PolicyUpdate: WireInput, SnakeCaseKeys, Equatable {
        /// The policy.
        public let id: ID<Entity.Policy>
        /// What it is called, 1...80 characters; no other policy of the household is called so.
        public let name: String
        /// The member it is for; everybody in the household when left out.
        public let userID: MemberReference?
        /// When it is true.
        public let when: Condition
        /// What it answers then.
        public let then: PolicyAction
        /// The sentence for the member, at most 200 characters; one that is made of the condition
        /// when left out.
        public let message: String?
        /// The version that the change was made of, in a header.
        public let ifMatch: VersionTag?

        /// Makes a request.
        public init(
            _ id: ID<Entity.Policy>,
            _ policy: PolicyInput,
            ifMatch: VersionTag? = nil
        ) {
            self.id = id
            name = policy.name
            userID = policy.userID
            when = policy.when
            then = policy.then
            message = policy.message
            self.ifMatch = ifMatch
        }

        /// The policy without its id.
        public var policy: PolicyInput {
            PolicyInput(name: name, userID: userID, when: when, then: then, message: message)
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.policyNameCharacters) { $0.name },
            .text("message", upTo: Limits.policyMessageCharacters) { $0.message },
        ]
    }
}
