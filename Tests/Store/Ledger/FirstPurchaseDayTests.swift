import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("The day of the first purchase")
struct FirstPurchaseDayTests {
    private static func spending(
        _ member: ID<Entity.Member>,
        day: Int,
        guardian: String = "fun"
    ) -> Spending {
        Spending(
            member: member,
            day: CivilDay(dayNumber: day),
            category: guardian,
            guardianCategory: guardian,
            merchant: "Steam",
            merchantKey: "steam",
            amountMinor: 100,
            count: 1
        )
    }

    @Test(
        "is the earliest of the member's own, in any category, that was not taken back",
        arguments: Engine.all
    )
    func first(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let day = { try SpendRollups.firstDay(of: seed.child, in: session)?.dayNumber }
                #expect(try day() == nil)
                try SpendRollups.add(Self.spending(seed.parent, day: 10), in: session)
                #expect(try day() == nil)
                try SpendRollups.add(Self.spending(seed.child, day: 30), in: session)
                #expect(try day() == 30)
                try SpendRollups.add(
                    Self.spending(seed.child, day: 20, guardian: "groceries"),
                    in: session
                )
                #expect(try day() == 20)
                let back = Self.spending(seed.child, day: 15, guardian: "alcohol")
                try SpendRollups.add(back, in: session)
                #expect(try day() == 15)
                try SpendRollups.add(back.negated, in: session)
                #expect(try day() == 20)
            }
        }
    }
}
