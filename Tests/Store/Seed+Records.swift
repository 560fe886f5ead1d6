import Guardian
import Kernel
import Ledger
import SQL
import Store

extension Seed {
    /// A decision about a purchase of the child.
    func decision(
        _ id: ID<Entity.Decision>,
        override: ID<Entity.Override>? = nil,
        location: LocationFacts? = nil,
        wallet: Money? = nil,
        policies: AskedPolicies? = nil,
        at instant: Timestamp = Self.now
    ) -> DecisionRecord {
        DecisionRecord(
            id: id,
            household: household,
            member: child,
            merchant: "Starbucks",
            categorySource: "merchant",
            facts: PurchaseFacts(
                amount: Money(minor: 500, currency: .usd),
                category: "fast_food",
                override: override,
                limit: Money(minor: 2_000, currency: .usd),
                spentThisMonth: Money(minor: 700, currency: .usd),
                location: location,
                wallet: wallet
            ),
            answer: "DECLINE",
            reason: "risky",
            message: "This looks risky based on your rule.",
            trace: #"[{"check":"override"}]"#,
            decidedAt: instant,
            policies: policies
        )
    }

    /// A change the parent made.
    func edit(_ id: ID<Entity.Edit>, author: ID<Entity.Member>? = nil) -> Edit {
        Edit(
            id: id,
            household: household,
            author: author ?? parent,
            kind: .profileSet,
            subject: "1",
            body: #"{"category":"fun"}"#,
            madeAt: Self.now
        )
    }

    /// What the parent allows the child at Starbucks.
    func override(
        _ id: ID<Entity.Override>,
        minor: Int64 = 5_000,
        key: String = "starbucks",
        at instant: Timestamp = now
    ) -> OverrideRecord {
        OverrideRecord(
            id: id,
            member: child,
            createdBy: parent,
            merchant: "Starbucks",
            merchantKey: key,
            amountMinor: minor,
            createdAt: instant
        )
    }
}

extension Rules {
    /// Sets a limit under an id of chance, and tells its number.
    static func set(
        _ monthlyLimitMinor: Int64,
        of member: ID<Entity.Member>,
        for category: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Serial<Entity.Rule> {
        let id = ID<Entity.Rule>(RawID(high: .random(in: 1 ... .max), low: 1))
        let minor = monthlyLimitMinor
        return try set(minor, of: member, for: category, id: id, now: now, in: session).number
    }
}
