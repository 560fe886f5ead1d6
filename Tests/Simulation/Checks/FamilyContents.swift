import Kernel
import SQL

/// What is stored of a household beside its books: line by line, without the engine's numbers.
struct FamilyContents: Sendable {
    /// Requests of children, with the decision each is about.
    var approvals: [Approval] = []
    var charges: [String] = []
    var fences: [String] = []
    var goals: [String] = []
    var chores: [String] = []
    var moneyRequests: [String] = []
    var sources: [String] = []

    /// A child's request as it is stored.
    struct Approval: Sendable {
        let decision: ID<Entity.Decision>
        let line: String
    }

    /// Everything, for the digest.
    var lines: [String] {
        approvals.map { "approval \($0.line)" } + charges.map { "charge \($0)" }
            + fences.map { "fence \($0)" } + goals.map { "goal \($0)" }
            + chores.map { "chore \(Self.withoutTransfer($0))" }
            + moneyRequests.map { "request \(Self.withoutTransfer($0))" }
            + sources.map { "source \($0)" }
    }

    static func read(
        _ household: ID<Entity.Household>,
        in session: any Session
    ) throws -> FamilyContents {
        let lines = { (statement: Statement, columns: Int) in
            try session.rows(statement, [.id(household)]) { row in
                line((0..<columns).map { word(row.value($0)) })
            }
        }
        return FamilyContents(
            approvals: try session.rows(approvals, [.id(household)]) { row in
                Approval(
                    decision: try row.id(0),
                    line: line((1..<6).map { word(row.value($0)) })
                )
            },
            charges: try lines(charges, 7),
            fences: try lines(fences, 6),
            goals: try lines(goals, 5),
            chores: try lines(chores, 5),
            moneyRequests: try lines(moneyRequests, 5),
            sources: try lines(sources, 5)
        )
    }

    /// Whose payment it was may depend on which of several calls came first.
    private static func withoutTransfer(_ line: String) -> String {
        line.split(separator: "|").dropLast().joined(separator: "|")
    }

    /// A row as both sides write it.
    static func line(_ words: [String]) -> String { words.joined(separator: "|") }

    private static func word(_ value: Value) -> String {
        switch value {
        case .null: "-"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .uuid(let id): "\(id)"
        }
    }

    private static let approvals = Statement(
        """
        SELECT decision_id, member_id, merchant_key, amount_minor, state, decided_at_ms
        FROM approvals WHERE household_id = $1
        """
    )
    private static let charges = Statement(
        """
        SELECT member_id, amount_minor, category, state, recorded_at_ms, asked_at_ms, look_at_ms
        FROM charges WHERE household_id = $1
        """
    )
    private static let fences = Statement(
        """
        SELECT f.member_id, f.name, f.latitude, f.radius_m, f.category, f.policy
        FROM geofences f JOIN members m ON m.id = f.member_id WHERE m.household_id = $1
        """
    )
    private static let goals = Statement(
        """
        SELECT g.id, c.member_id, g.name, g.target_minor, g.created_at_ms
        FROM goals g JOIN children c ON c.id = g.child_id JOIN members m ON m.id = c.member_id
        WHERE m.household_id = $1
        """
    )
    private static let chores = Statement(
        """
        SELECT h.id, c.member_id, h.reward_minor, h.state, h.transfer_id
        FROM chores h JOIN children c ON c.id = h.child_id JOIN members m ON m.id = c.member_id
        WHERE m.household_id = $1
        """
    )
    private static let moneyRequests = Statement(
        """
        SELECT r.id, c.member_id, r.amount_minor, r.state, r.transfer_id
        FROM money_requests r JOIN children c ON c.id = r.child_id
        JOIN members m ON m.id = c.member_id WHERE m.household_id = $1
        """
    )
    private static let sources = Statement(
        """
        SELECT s.member_id, s.kind, s.external_id, s.account_id, s.is_default
        FROM funding_sources s JOIN members m ON m.id = s.member_id WHERE m.household_id = $1
        """
    )
}
