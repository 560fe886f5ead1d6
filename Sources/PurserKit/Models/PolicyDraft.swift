public import Contract
public import Kernel

/// What a policy is to say, while somebody edits it.
public struct PolicyDraft: Sendable, Equatable {
    /// What it is called, 1...80 characters; no other policy of the household is called so.
    public var name: String
    /// The member it is for; everybody in the household when `nil`.
    public var userID: ID<Entity.Member>?
    /// When it is true.
    public var when: API.Guardian.Condition
    /// What it answers then.
    public var then: API.Guardian.PolicyAction
    /// The sentence for the member, at most 200 characters; one that is made of the condition when
    /// blank.
    public var message: String

    /// Makes a draft.
    public init(
        name: String,
        userID: ID<Entity.Member>? = nil,
        when: API.Guardian.Condition,
        then: API.Guardian.PolicyAction,
        message: String = ""
    ) {
        self.name = name
        self.userID = userID
        self.when = when
        self.then = then
        self.message = message
    }

    /// Takes what a policy says.
    public init(_ policy: API.Guardian.Policy) {
        self.init(
            name: policy.name,
            userID: policy.userID,
            when: policy.when,
            then: policy.then,
            message: policy.message ?? ""
        )
    }

    /// The draft as calls take it.
    public var input: API.Guardian.PolicyInput {
        API.Guardian.PolicyInput(
            name: name,
            userID: userID.map { MemberReference($0.text) },
            when: when,
            then: then,
            message: message.isBlank ? nil : message
        )
    }
}
