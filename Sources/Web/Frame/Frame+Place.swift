extension Frame {
    /// A place of the app, as the rail and the tabs name it.
    public enum Place: String, Sendable, CaseIterable {
        case today
        case transactions
        case buy
        /// The family for a parent; for a child its own page.
        case family
        case rules
        case cards
        case ask
        case settings
        /// What happened to a child's money, and what it asked.
        case past
        /// A child's chores.
        case chores

        /// A parent's, in their order.
        static let ofParents: [Self] = [
            .today, .transactions, .buy, .family, .rules, .cards, .ask, .settings,
        ]

        /// A child's, in their order: its own come first, and what it needs seldom is under *More*.
        static let ofChildren: [Self] = [
            .family, .past, .buy, .chores, .transactions, .rules, .cards, .ask, .settings,
        ]
    }
}

extension Frame.Place {
    /// The address of its page.
    public var path: String {
        switch self {
        case .today: WebApp.home
        case .past, .chores: "\(Self.family.path)/\(rawValue)"
        default: "\(WebApp.home)/\(rawValue)"
        }
    }

    /// The name of its shape.
    var icon: String {
        switch self {
        case .past: "transactions"
        case .chores: "check"
        default: rawValue
        }
    }

    /// What the rail calls it.
    func name(for reader: Frame.Reader) -> String {
        switch self {
        case .today: "Today"
        case .transactions: "Transactions"
        case .buy: "May I buy this?"
        case .family: reader.isChild ? "Mine" : "Family"
        case .past: "What happened"
        case .chores: "Chores"
        case .rules: "Rules"
        case .cards: "Cards"
        case .ask: "Ask"
        case .settings: "Settings"
        }
    }

    /// What the tabs of a phone call it.
    func shortName(for reader: Frame.Reader) -> String {
        switch self {
        case .transactions: "Money"
        case .buy: "Buy?"
        case .past: "Past"
        default: name(for: reader)
        }
    }
}
