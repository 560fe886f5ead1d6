public import Contract
public import Kernel

/// Who reads about policies, and how they are told: in plain sentences, with the household's names,
/// amounts and hours.
public struct PolicyTelling: Sendable {
    /// How figures and days are written.
    public let format: PageFormat
    /// The household's currency.
    public let currency: Currency
    /// The household's time zone.
    public let zone: Zone
    /// Who reads.
    public let reader: ID<Entity.Member>
    /// Whether the reader is a parent.
    public let isParent: Bool
    /// The members that the reader knows of, and what they are called.
    let members: [(id: ID<Entity.Member>, name: String)]
    /// Whether there is a parent beside the reader.
    let hasOtherParent: Bool
    /// What the places and goals are called that policies name.
    public var names = PolicyNames()

    /// Makes a way of telling.
    public init(
        to reader: API.Allowance.UserResponse,
        of members: [API.Allowance.FamilyMember],
        in zone: Zone,
        _ currency: Currency,
        _ format: PageFormat
    ) {
        self.format = format
        self.currency = currency
        self.zone = zone
        self.reader = reader.userID
        isParent = reader.role == .parent
        hasOtherParent = members.contains { $0.role == .parent && $0.userID != reader.userID }
        self.members = members.map { member in
            (member.userID, member.firstName.isEmpty ? member.email : member.firstName)
        }
    }

    /// Whom a policy is for.
    func whom(_ id: ID<Entity.Member>?) -> String {
        guard let id else { return "everybody" }
        return id == reader ? "you" : name(of: id)
    }

    /// A member's name.
    func name(of id: ID<Entity.Member>) -> String {
        if id == reader { return "you" }
        return members.first { $0.id == id }?.name ?? "somebody"
    }

    /// A day and an hour of the household's clock.
    func moment(_ instant: GuardianTimestamp) -> String {
        let day = format.longDay(zone.day(of: instant.instant))
        return "\(day) at \(zone.time(of: instant.instant).text)"
    }

    /// What a policy does, and when, as a sentence.
    func sentence(_ action: API.Guardian.PolicyAction, _ when: API.Guardian.Condition) -> String {
        "\(action.verb) when \(PolicyWords(format, names).sentence(when))."
    }
}

extension API.Guardian.PolicyAction {
    /// What the policy does.
    var verb: String {
        switch self {
        case .decline: "Says no"
        case .ask: "Asks a parent"
        case .warn: "Warns"
        }
    }
}

extension API.Guardian.PolicyState {
    /// The state in a word or two.
    var word: String {
        switch self {
        case .draft: "draft"
        case .shadow: "in the shadow"
        case .live: "live"
        case .retired: "retired"
        }
    }

    /// What the state means.
    var meaning: String {
        switch self {
        case .draft: "It is not asked yet."
        case .shadow: "It is asked beside the others, and decides nothing: see what it would do."
        case .live: "It decides about purchases."
        case .retired: "It is not asked any more."
        }
    }
}
