import Guardian
import Kernel
import Ledger
import SQL
import Store

/// Everything that is stored of a household.
struct HouseholdContents: Sendable {
    var transfers: [Transfer] = []
    var decisions: [DecisionRecord] = []
    var edits: [Edit] = []
    var accounts: [AccountRecord] = []
    var annotations: [ID<Entity.Transfer>: ModelAnnotation] = [:]
    var members: [MemberContents] = []
    var policies: [PolicyRecord] = []
    var family = FamilyContents()
    var bank = BankContents()

    /// Everything that is stored of a member.
    struct MemberContents: Sendable {
        let id: ID<Entity.Member>
        let rules: [RuleRecord]
        let overrides: [StoredOverride]
        let answers: [StoredAnswer]
        let sessions: [ID<Entity.Session>]
        let sums: [SpendRollups.Kind: [SpendRollups.Sum]]
    }

    struct StoredOverride: Sendable, Hashable {
        let merchantKey: String
        let amountMinor: Int64
        let createdAtMS: Int64
        let isUsed: Bool
    }

    struct StoredAnswer: Sendable {
        let operation: String
        let key: String
        let status: Int
        let body: String
        let madeAtMS: Int64
    }

    /// Reads it in one transaction.
    static func read(
        _ household: ID<Entity.Household>,
        in session: any Session
    ) throws -> HouseholdContents {
        var contents = HouseholdContents()
        contents.transfers = try pages {
            try Transfers.links(of: household, after: $0, in: session)
        }
        contents.decisions = try pages {
            try Decisions.links(of: household, after: $0, in: session)
        }
        contents.edits = try pages { try Edits.links(of: household, after: $0, in: session) }
        contents.accounts = try Accounts.list(of: household, in: session)
        let annotations = try session.rows(annotations, [.id(household)]) { row in
            (
                try row.id(0, Entity.Transfer.self),
                ModelAnnotation(category: row.optionalText(1), notes: row.optionalText(2))
            )
        }
        contents.annotations = Dictionary(uniqueKeysWithValues: annotations)
        contents.members = try Members.list(of: household, in: session).map { member in
            try read(member.id, in: session)
        }
        contents.policies = try Policy.State.allCases.flatMap { state in
            try Policies.list(of: household, state, in: session)
        }
        contents.family = try FamilyContents.read(household, in: session)
        contents.bank = try BankContents.read(household, in: session)
        return contents
    }

    private static func read(
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws -> MemberContents {
        MemberContents(
            id: member,
            rules: try Rules.list(of: member, in: session),
            overrides: try session.rows(overrides, [.id(member)]) { row in
                StoredOverride(
                    merchantKey: row.text(0),
                    amountMinor: row.integer(1),
                    createdAtMS: row.integer(2),
                    isUsed: row.flag(3)
                )
            },
            answers: try session.rows(answers, [.id(member)]) { row in
                StoredAnswer(
                    operation: row.text(0),
                    key: row.text(1),
                    status: Int(row.integer(2)),
                    body: row.text(3),
                    madeAtMS: row.integer(4)
                )
            },
            sessions: try session.rows(sessions, [.id(member)]) { try $0.id(0) },
            sums: Dictionary(
                uniqueKeysWithValues: try SpendRollups.Kind.allCases.map { kind in
                    (kind, try SpendRollups.sums(kind, of: member, in: session))
                }
            )
        )
    }

    /// All records of a chain, or those behind a link.
    static func pages<Record>(
        after link: Int64 = 0,
        _ page: (Int64) throws -> [RecordedLink<Record>]
    ) throws -> [Record] {
        var records: [Record] = []
        var last = link
        while true {
            let links = try page(last)
            records += links.map(\.record)
            guard let end = links.last, links.count == Limits.walkRows else { return records }
            last = end.sequence
        }
    }

    private static let annotations = Statement(
        """
        SELECT a.transfer_id, a.category, a.notes FROM annotations a
        JOIN transfers t ON t.id = a.transfer_id WHERE t.household_id = $1
        """
    )
    private static let overrides = Statement(
        """
        SELECT merchant_key, amount_minor, created_at_ms,
            CASE WHEN used_by IS NULL AND used_by_charge IS NULL THEN 0 ELSE 1 END
        FROM overrides WHERE member_id = $1
        """
    )
    private static let answers = Statement(
        """
        SELECT operation, key, status, body, made_at_ms FROM idempotency_keys WHERE caller = $1
        """
    )
    private static let sessions = Statement(
        "SELECT id FROM sessions WHERE member_id = $1 AND ended_at_ms IS NULL"
    )
}
