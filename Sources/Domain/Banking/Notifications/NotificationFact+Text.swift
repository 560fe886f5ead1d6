import Kernel

/// A notification's words.
public struct NotificationText: Sendable, Hashable {
    /// A few words that say what it is about.
    public let title: String
    /// One sentence or two.
    public let body: String
}

extension NotificationFact {
    /// The words in which it is told.
    ///
    /// Names of people, merchants, accounts, categories and banks are shown on one line, cut where
    /// they are long.
    public var text: NotificationText {
        NotificationText(title: title, body: body)
    }

    private var title: String {
        switch self {
        case .purchaseDeclined: "Purchase declined"
        case .approvalWanted: "Approval wanted"
        case .budget(.near, _, _, _, _): "Budget at 80%"
        case .budget(.reached, _, _, _, _): "Budget used up"
        case .largeTransaction: "Large transaction"
        case .lowBalance: "Low balance"
        case .summary(let period, _, _, _):
            period.summary == .daily ? "Yesterday's spending" : "Last week's spending"
        case .allowancePaid: "Allowance paid"
        case .syncBroken: "Bank connection broken"
        case .cardLimit(let isReached, _, _, _, _):
            isReached ? "Card limit used up" : "Card limit nearly used up"
        case .policyWaiting, .frictionWaiting: "Looser policy wanted"
        case .policySettled(_, let isGivenUp):
            isGivenUp ? "Policy stays as it is" : "Policy loosened"
        case .policyLive: "New policy"
        case .test: "Test notification"
        }
    }

    private var body: String {
        switch self {
        case .purchaseDeclined(let name, let merchant, let amount, let why):
            let whose = name.map { "\(Self.person($0))'s" } ?? "Your"
            let place = ShownName.shown(merchant, or: "a merchant")
            let fact = "\(whose) purchase of \(amount.display) at \(place) was declined."
            return why.map { "\(fact) \($0)" } ?? fact
        case .approvalWanted(let name, let merchant, let amount):
            let place = ShownName.shown(merchant, or: "a merchant")
            return "\(Self.person(name)) asks to spend \(amount.display) at \(place)."
        case .budget(_, let name, let category, let spent, let limit):
            let who = name.map { "\(Self.person($0)) has" } ?? "You have"
            let what = ShownName.shown(category, or: "a category")
            return "\(who) spent \(spent.display) of \(limit.display) on \(what) this month."
        case .largeTransaction(let name, let merchant, let amount):
            let who = name.map(Self.person) ?? "You"
            let place = merchant.map { " at \(ShownName.shown($0, or: "a merchant"))" } ?? ""
            return "\(who) spent \(amount.display)\(place)."
        case .lowBalance(let account, let balance, let threshold):
            let name = ShownName.shown(account, or: "An account")
            return "\(name) has \(balance.display), which is below \(threshold.display)."
        case .summary(_, let spent, let count, let most):
            return Self.summary(spent, count, most)
        case .allowancePaid(let name, let amount):
            return name.map { "\(Self.person($0)) was paid \(amount.display)." }
                ?? "You were paid \(amount.display)."
        case .syncBroken(let institution, let needsSignIn):
            let bank = ShownName.shown(institution, or: "your bank")
            return needsSignIn
                ? "Sign in to \(bank) again, so that new transactions arrive."
                : "New transactions of \(bank) do not arrive at the moment."
        case .cardLimit(_, let card, let category, let spent, let limit):
            let name = ShownName.shown(card, or: "a card")
            let what = ShownName.shown(category, or: "a category")
            return "\(spent.display) of \(limit.display) are spent on \(what) with \(name)."
        case .policyWaiting, .frictionWaiting, .policySettled, .policyLive: return policyBody
        case .test: return "Notifications arrive on this device."
        }
    }

    private var policyBody: String {
        switch self {
        case .policyWaiting(let name, let policy, let hours):
            let who = ShownName.shown(name, or: "A parent")
            return "\(who) wants to loosen \(Self.policy(policy)). \(Self.until(hours))"
        case .frictionWaiting(let name, let less, let hours):
            let who = ShownName.shown(name, or: "A parent")
            return "\(who) wants looser policies to wait \(Self.hours(less)). \(Self.until(hours))"
        case .policySettled(let policy, let isGivenUp):
            let what = policy.map(Self.policy) ?? "how long looser policies wait"
            return "A change of \(what) \(isGivenUp ? "was given up" : "took effect")."
        case .policyLive(let policy):
            return "\(Self.policy(policy)) decides about your purchases from now on."
        default: return ""
        }
    }

    private static func policy(_ name: String) -> String { ShownName.shown(name, or: "A policy") }

    private static func hours(_ count: Int64) -> String {
        count == 1 ? "1 hour" : "\(count) hours"
    }

    private static func until(_ count: Int64) -> String {
        "It takes effect in \(hours(count)), unless another parent stops it."
    }

    private static func person(_ name: String) -> String { ShownName.shown(name, or: "A child") }

    private static func summary(_ spent: Money, _ count: Int, _ most: SummaryCategory?) -> String {
        guard count > 0 else { return "You spent nothing." }
        let transactions = count == 1 ? "1 transaction" : "\(count) transactions"
        let fact = "You spent \(spent.display) in \(transactions)"
        guard let most else { return "\(fact)." }
        let name = ShownName.shown(most.name, or: "other things")
        return "\(fact), the most on \(name): \(most.spent.display)."
    }
}
