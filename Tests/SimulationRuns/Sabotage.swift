/// A change behind the program's back, and what must be reported.
struct Sabotage: Sendable {
    /// The steps that go before it.
    enum Steps: String, CaseIterable, Sendable {
        /// A little of everything but banks' rows.
        case all
        /// Those that leave children's requests.
        case requests
        /// Those that leave charges, fences, chores, goals and money requests.
        case family
        case banks

        /// The only kinds of steps; all when there is none.
        var kinds: Set<String> {
            switch self {
            case .all: []
            case .requests: ["authorize", "setRule", "approve"]
            case .family: ["pay", "charge", "locate", "chore", "save", "ask"]
            case .banks: ["bank"]
            }
        }

        /// How many leave something of each that is changed.
        var count: Int { self == .family ? 500 : 250 }
    }

    let what: String
    let sql: String
    let found: String
    var steps = Steps.all
}

extension Sabotage {
    static let all = [
        Sabotage(
            what: "a balance",
            sql: """
                UPDATE accounts SET posted_credit_minor = posted_credit_minor + 1
                WHERE number = (SELECT MIN(number) FROM accounts WHERE kind = 'bank')
                """,
            found: "its totals are not those of its transfers"
        ),
        Sabotage(
            what: "both sides of a balance",
            sql: """
                UPDATE accounts SET pending_debit_minor = pending_debit_minor + 1,
                    pending_credit_minor = pending_credit_minor + 1
                WHERE kind = 'bank'
                """,
            found: "its totals are not those of its transfers"
        ),
        Sabotage(
            what: "the spending of a day",
            sql: "UPDATE spend_by_day SET amount_minor = amount_minor + 1 WHERE purchase_count > 0",
            found: "it is not the sum of its purchases"
        ),
        Sabotage(
            what: "the spending of a month",
            sql: "DELETE FROM spend_by_month",
            found: "a sum of purchases is missing"
        ),
        Sabotage(
            what: "how often a merchant was paid",
            sql: "UPDATE spend_by_merchant SET purchase_count = purchase_count + 1",
            found: "it is not the sum of its purchases"
        ),
        Sabotage(
            what: "a decision",
            sql: "UPDATE decisions SET reason = 'ok' WHERE reason = 'risky'",
            found: "its content was changed"
        ),
        Sabotage(
            what: "a decision that is gone",
            sql: """
                DELETE FROM decisions WHERE id =
                    (SELECT id FROM decisions WHERE reason <> 'override' ORDER BY sequence LIMIT 1)
                """,
            found: "is missing before it"
        ),
        Sabotage(
            what: "an amount",
            sql: "UPDATE transfers SET amount_minor = amount_minor + 1 WHERE phase = 'pending'",
            found: "its content was changed"
        ),
        Sabotage(
            what: "the end of a chain",
            sql: "UPDATE households SET chain_sequence = chain_sequence + 1",
            found: "its chain does not end where it says"
        ),
        Sabotage(
            what: "an override that may be used again",
            sql: "UPDATE overrides SET used_by = NULL",
            found: "the unused overrides of"
        ),
        Sabotage(
            what: "a limit",
            sql: "UPDATE rules SET monthly_limit_minor = monthly_limit_minor + 1",
            found: "the limits of"
        ),
        Sabotage(
            what: "a remembered answer",
            sql: "UPDATE idempotency_keys SET body = '{}'",
            found: "invariant 5"
        ),
        Sabotage(
            what: "a forgotten answer",
            sql: "DELETE FROM idempotency_keys",
            found: "invariant 5"
        ),
        Sabotage(
            what: "a note",
            sql: "UPDATE annotations SET notes = 'other'",
            found: "the notes of household"
        ),
        Sabotage(
            what: "a sign-in that lives again",
            sql: "UPDATE sessions SET ended_at_ms = NULL",
            found: "the living sign-ins of"
        ),
        Sabotage(
            what: "a child's request",
            sql: "DELETE FROM approvals WHERE number = (SELECT MIN(number) FROM approvals)",
            found: "is not among the children's requests",
            steps: .requests
        ),
        Sabotage(
            what: "a charge that is asked about once more",
            sql: "UPDATE charges SET look_at_ms = 1",
            found: "the charges of",
            steps: .family
        ),
        Sabotage(
            what: "a fence",
            sql: "UPDATE geofences SET radius_m = radius_m + 1",
            found: "the fences of",
            steps: .family
        ),
        Sabotage(
            what: "a reward",
            sql: "UPDATE chores SET reward_minor = reward_minor + 1 WHERE reward_minor > 0",
            found: "the chores of",
            steps: .family
        ),
        Sabotage(
            what: "a goal",
            sql: "UPDATE goals SET target_minor = target_minor + 1",
            found: "the goals of",
            steps: .family
        ),
        Sabotage(
            what: "money that was asked for",
            sql: "UPDATE money_requests SET amount_minor = amount_minor + 1",
            found: "the money requests of",
            steps: .family
        ),
        Sabotage(
            what: "what is paid with",
            sql: "UPDATE funding_sources SET is_default = 1 - is_default WHERE kind = 'wallet'",
            found: "the funding sources of",
            steps: .family
        ),
        Sabotage(
            what: "a bank's record that is lost",
            sql: """
                UPDATE bank_records SET is_shown = 0
                WHERE number = (SELECT MIN(number) FROM bank_records WHERE is_shown = 1)
                """,
            found: "the rows of the bank of",
            steps: .banks
        ),
        Sabotage(
            what: "whose record a row is",
            sql: "UPDATE bank_records SET provider_record = 'x' || provider_record",
            found: "the rows of the bank of",
            steps: .banks
        ),
        Sabotage(
            what: "a day that a bank told",
            sql: "UPDATE bank_records SET day = day + 1",
            found: "the rows of the bank of",
            steps: .banks
        ),
        Sabotage(
            what: "a balance that is not a bank's",
            sql: "UPDATE bank_accounts SET difference_minor = 1",
            found: "is not proved",
            steps: .banks
        ),
        Sabotage(
            what: "an amount of a list",
            sql: """
                UPDATE entries SET amount_minor = amount_minor * 2
                WHERE account_id IN (SELECT account_id FROM bank_accounts)
                """,
            found: "it is not what its transfer says",
            steps: .banks
        ),
        Sabotage(
            what: "where something was bought",
            sql: "UPDATE entries SET merchant = 'Elsewhere' WHERE merchant LIKE 'Bistro Q%'",
            found: "Insights of household",
            steps: .banks
        ),
    ]
}
