public import Contract
import Kernel

/// What the reader is notified of.
public struct NotificationsView: PageView {
    /// The template's name.
    public static let template = "settings-notifications"

    /// What is wanted, as it was typed.
    public struct Typed: Sendable, Equatable {
        /// What is ticked, by the endpoint's names.
        public var ticked: Set<String>
        /// From which amount on an expense is large.
        public var large: String
        /// Below which amount a balance is low.
        public var low: String
        /// How often spending is summed up.
        public var summary: String
        /// When nothing is told, from and until; empty where there are no such hours.
        public var quietFrom: String
        /// The same, until.
        public var quietUntil: String

        /// Takes what was typed.
        public init(
            ticked: Set<String>,
            large: String,
            low: String,
            summary: String,
            quietFrom: String,
            quietUntil: String
        ) {
            self.ticked = ticked
            self.large = large
            self.low = low
            self.summary = summary
            self.quietFrom = quietFrom
            self.quietUntil = quietUntil
        }

        /// Writes down what stands.
        public init(_ preferences: API.Banking.NotificationPreferences) {
            let flags = [
                ("push_enabled", preferences.pushEnabled),
                ("transaction_alerts", preferences.transactionAlerts),
                ("low_balance_alerts", preferences.lowBalanceAlerts),
                ("sync_alerts", preferences.syncAlerts),
                ("limit_alerts", preferences.limitAlerts),
            ]
            self.init(
                ticked: Set(flags.filter(\.1).map(\.0)),
                large: Self.amount(preferences.largeTransactionThreshold),
                low: Self.amount(preferences.lowBalanceThreshold),
                summary: preferences.spendingSummary.rawValue,
                quietFrom: preferences.quietHours?.start.time.text ?? "",
                quietUntil: preferences.quietHours?.end.time.text ?? ""
            )
        }

        /// An amount as it is typed: without its decimals where they are none.
        private static func amount(_ amount: DecimalAmount) -> String {
            let (units, rest) = amount.minor.quotientAndRemainder(dividingBy: 100)
            return rest == 0 ? "\(units)" : "\(units).\(rest < 10 ? "0" : "")\(rest)"
        }
    }

    /// The names of what is ticked, as the endpoint has them.
    public static let flags = [
        "push_enabled", "transaction_alerts", "low_balance_alerts", "sync_alerts", "limit_alerts",
    ]

    let notices: [Notice]
    let action = SettingsPage.notifications.path
    let formToken: String
    let all: ActionForm.Box
    let transactions: ActionForm.Box
    let balances: ActionForm.Box
    let others: [ActionForm.Box]
    let large: TextField
    let low: TextField
    let summary: TextField
    let quiet: [TextField]

    /// Makes the page.
    ///
    /// `problems`: What is wrong with a field, by the endpoint's name of it. `currency`: The code
    /// of the household's currency.
    public init(
        _ typed: Typed,
        problems: [String: String] = [:],
        notices: [Notice] = [],
        currency: String,
        formToken: String
    ) {
        self.notices = notices
        self.formToken = formToken
        let box = { (name: String, label: String) in
            ActionForm.Box(name, label, isTicked: typed.ticked.contains(name))
        }
        all = box("push_enabled", "Send notifications to my phone")
        transactions = box("transaction_alerts", "Large expenses, and allowances that were paid")
        balances = box("low_balance_alerts", "A balance that is low")
        others = [
            box("limit_alerts", "A limit that is reached, a purchase that was declined"),
            box("sync_alerts", "A bank that does not answer any more"),
        ]
        let amount = { (name: String, label: String, value: String) in
            TextField(
                name,
                label,
                value,
                inputmode: "decimal",
                unit: currency,
                problem: problems[name]
            )
        }
        large = amount("large_transaction_threshold", "An expense is large from", typed.large)
        low = amount("low_balance_threshold", "A balance is low below", typed.low)
        summary = TextField(
            "spending_summary",
            "Sum up what I spend",
            typed.summary,
            options: [
                ("none", "never"), ("daily", "every morning"), ("weekly", "every Monday"),
            ]
        )
        let time = { (name: String, label: String, value: String, problem: String?) in
            TextField(name, label, value, type: "time", isRequired: false, problem: problem)
        }
        quiet = [
            time("quiet_from", "From", typed.quietFrom, problems["quiet_hours"]),
            time("quiet_until", "Until", typed.quietUntil, nil),
        ]
    }
}
