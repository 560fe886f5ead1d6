public import Guardian
public import SQL

/// By which policies a decision was made and what was read for them, as both are stored.
///
/// The policies themselves are not in it: they are those of a position of the household's chain,
/// which ``PolicyHistory`` reads. A reference, so that a decision without policies carries a null.
public final class AskedPolicies: Sendable {
    /// The position of the chain at which a policy that was asked had changed last.
    public let version: Int64
    /// The facts as canonical JSON; ``Guardian/PolicyFacts`` of it.
    public let facts: String

    /// Makes what is stored.
    public init(version: Int64, facts: String) {
        self.version = version
        self.facts = facts
    }

    /// What is stored of a purchase's facts; `nil` where no policy was asked about it.
    public convenience init?(of facts: PurchaseFacts, version: Int64) {
        guard let policies = facts.policies else { return nil }
        self.init(version: version, facts: policies.facts.json)
    }

    /// Reads two columns that are both there, or neither.
    convenience init?(_ row: any Row, at column: Int) throws {
        guard let version = row.optionalInteger(column) else { return nil }
        let facts = try row.optionalText(column + 1)
            .orCorrupt("a decision has policies and no facts beside them")
        self.init(version: version, facts: facts)
    }
}

extension AskedPolicies: Equatable {
    /// Whether both are of the same policies and facts.
    public static func == (left: AskedPolicies, right: AskedPolicies) -> Bool {
        left.version == right.version && left.facts == right.facts
    }
}

extension DecisionRecord {
    /// The decision with the policies that were asked, as they were then, and what was read for
    /// them; itself where none was.
    ///
    /// - Throws: `DatabaseError` `corrupt` where the facts are not those that they ask for.
    public func withPolicies(in session: any Session) throws -> DecisionRecord {
        guard let asked = policies else { return self }
        let policies = try PolicyHistory.asked(
            of: household,
            by: member,
            at: asked.version,
            in: session
        )
        var record = self
        record.facts = facts.judged(by: try PolicyCase(policies, stored: asked.facts))
        return record
    }
}
