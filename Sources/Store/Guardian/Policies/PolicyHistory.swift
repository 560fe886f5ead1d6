import Foundation
public import Guardian
public import Kernel
public import SQL

/// The policies of any position of a household's chain, read from its links.
public enum PolicyHistory {
    private static let backwards = Statement(
        """
        SELECT sequence, subject, body FROM edits
        WHERE household_id = $1 AND kind = 'policy' AND sequence <= $2
        ORDER BY sequence DESC LIMIT $3
        """
    )

    /// The policies that were asked about a member's purchases at a position of the chain, live and
    /// in shadow, the oldest first.
    ///
    /// For the operator, who explains a decision: it reads all changes of policies up to there.
    ///
    /// - Throws: `DatabaseError` `corrupt` where a link cannot be read.
    public static func asked(
        of household: ID<Entity.Household>,
        by member: ID<Entity.Member>,
        at version: Int64,
        in session: any Session
    ) throws -> [Policy] {
        var policies: [Policy] = []
        var seen: Set<String> = []
        var last = version
        while true {
            let values: [Value] = [.id(household), .integer(last), .count(Limits.walkRows)]
            let changes = try session.rows(backwards, values) { row in
                (sequence: row.integer(0), subject: row.text(1), body: row.text(2))
            }
            for change in changes where seen.insert(change.subject).inserted {
                let policy = try PolicyChange(stored: change.body).policy
                let isAsked = policy.state == .live || policy.state == .shadow
                if isAsked, policy.applies(to: member) { policies.append(policy) }
            }
            guard changes.count == Limits.walkRows, let end = changes.last else { break }
            last = end.sequence - 1
        }
        return policies.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }
}

/// What a link about a policy holds of it.
private struct PolicyChange: Decodable {
    let policy: Policy

    init(stored json: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw DatabaseError(.corrupt, "a change of a policy cannot be read")
        }
    }
}

extension PolicyCase {
    /// Brings policies together with facts as they are stored.
    ///
    /// - Throws: `DatabaseError` `corrupt` where those are not what the policies ask for.
    init(_ policies: [Policy], stored facts: String) throws {
        do {
            let value = try JSONDecoder().decode(PolicyValue.self, from: Data(facts.utf8))
            let members: [PolicyValue.Member] = [
                .init("facts", value), .init("policies", .list(policies.map(\.value))),
            ]
            try self.init(.object(members))
        } catch {
            throw DatabaseError(.corrupt, "the facts of a decision's policies cannot be read")
        }
    }
}
