import Contract
import Foundation
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// The policies of a household, and how long what loosens waits, as its chain tells.
struct RecomputedPolicies {
    private let household: ID<Entity.Household>
    private var policies: [String: PolicyRecord] = [:]
    private var friction = PolicyFriction(looseningHours: Limits.looseningHoursUsual)
    /// The position of the last change of a policy that is asked; 0 where none is.
    private var version: Int64 = 0

    init(_ household: ID<Entity.Household>) {
        self.household = household
    }

    /// Takes an edit into account.
    ///
    /// `sequence`: Its place in the chain, which is the version of what it changed.
    ///
    /// - Throws: ``BooksFault`` where a link about policies cannot be read.
    mutating func add(_ edit: Edit, at sequence: Int64) throws {
        switch edit.kind {
        case .policy: try change(edit, at: sequence)
        case .policyFriction:
            let link: FrictionLink = try Self.read(edit, at: sequence)
            friction = link.friction
        case .memberRemoved:
            let all = Array(policies.values)
            let removal = PolicyRemoval(of: edit.subject, from: all, at: sequence)
            for record in removal.changed { policies[record.policy.id.text] = record }
            for record in removal.deleted { policies[record.policy.id.text] = nil }
            if removal.movesVersion { moveVersion(to: sequence) }
        default: break
        }
    }

    private mutating func change(_ edit: Edit, at sequence: Int64) throws {
        let link: PolicyLink = try Self.read(edit, at: sequence)
        let before = policies[edit.subject]
        guard link.policy.id.text == edit.subject,
            let creator = before?.createdBy ?? edit.author
        else { throw Self.unreadable(edit, at: sequence) }
        policies[edit.subject] = link.record(of: household, version: sequence, by: creator)
        let wasAsked = before?.policy.state.isAsked ?? false
        if wasAsked || link.policy.state.isAsked, before?.policy != link.policy {
            moveVersion(to: sequence)
        }
    }

    private mutating func moveVersion(to sequence: Int64) {
        version = policies.values.contains { $0.policy.state.isAsked } ? sequence : 0
    }

    /// Holds what the chain tells against what is stored.
    ///
    /// `storedVersion`: The position that the household has of policies.
    ///
    /// - Throws: ``BooksFault`` at the first difference.
    func compare(storedVersion: Int64, in session: any Session) throws {
        var seen = 0
        var name = ""
        while true {
            let page = try Policies.list(of: household, after: name, in: session)
            for record in page {
                let id = record.policy.id.text
                guard policies[id] == record else {
                    throw fault("policies \(id)", "it is not as its link holds it")
                }
            }
            seen += page.count
            guard let last = page.last else { break }
            name = last.policy.name
        }
        guard seen == policies.count else { throw fault("policies", "one is missing") }
        guard try PolicyFriction.find(of: household, in: session) == friction else {
            throw fault("policy_friction", "it is not as its link holds it")
        }
        guard storedVersion == version else {
            throw fault("households", "its policies are of another link")
        }
    }

    private func fault(_ row: String, _ reason: String) -> BooksFault {
        BooksFault(household: household, row: row, reason: reason)
    }

    private static func read<Link: Decodable>(_ edit: Edit, at sequence: Int64) throws -> Link {
        do {
            return try JSONDecoder().decode(Link.self, from: Data(edit.body.utf8))
        } catch {
            throw unreadable(edit, at: sequence)
        }
    }

    private static func unreadable(_ edit: Edit, at sequence: Int64) -> BooksFault {
        BooksFault(
            household: edit.household,
            row: "edits \(sequence)",
            reason: "what it says of policies cannot be read"
        )
    }
}

/// A policy as a link holds it.
private struct PolicyLink: Decodable {
    let policy: Policy
    let liveSince: Int64?
    let shadowSince: Int64?
    let shadowUntil: Int64?
    let pending: Policy?
    let askedBy: String?
    let takesEffectAt: Int64?

    enum CodingKeys: String, CodingKey {
        case policy
        case liveSince = "live_since_ms"
        case shadowSince = "shadow_since_ms"
        case shadowUntil = "shadow_until_ms"
        case pending
        case askedBy = "asked_by"
        case takesEffectAt = "takes_effect_at_ms"
    }

    func record(
        of household: ID<Entity.Household>,
        version: Int64,
        by creator: ID<Entity.Member>
    ) -> PolicyRecord {
        var change: PendingPolicyChange?
        if let pending, let takesEffectAt, let member = askedBy.flatMap({ ID<Entity.Member>($0) }) {
            change = PendingPolicyChange(
                pending,
                askedBy: member,
                takesEffectAt: Timestamp(milliseconds: takesEffectAt)
            )
        }
        return PolicyRecord(
            policy,
            of: household,
            version: version,
            createdBy: creator,
            liveSince: liveSince.map { Timestamp(milliseconds: $0) },
            shadow: shadowSince.map { start in
                PolicyRecord.ShadowSpan(
                    start: Timestamp(milliseconds: start),
                    end: shadowUntil.map { Timestamp(milliseconds: $0) }
                )
            },
            pending: change
        )
    }
}

/// How long what loosens waits, as a link holds it.
private struct FrictionLink: Decodable {
    let looseningHours: Int64
    let pendingHours: Int64?
    let askedBy: String?
    let takesEffectAt: Int64?

    enum CodingKeys: String, CodingKey {
        case looseningHours = "loosening_hours"
        case pendingHours = "pending_hours"
        case askedBy = "asked_by"
        case takesEffectAt = "takes_effect_at_ms"
    }

    var friction: PolicyFriction {
        var pending: PolicyFriction.Pending?
        if let pendingHours, let takesEffectAt,
            let member = askedBy.flatMap({ ID<Entity.Member>($0) })
        {
            pending = PolicyFriction.Pending(
                pendingHours,
                askedBy: member,
                takesEffectAt: Timestamp(milliseconds: takesEffectAt)
            )
        }
        return PolicyFriction(looseningHours: looseningHours, pending: pending)
    }
}
