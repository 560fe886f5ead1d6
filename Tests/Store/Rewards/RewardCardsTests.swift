import Kernel
import Ledger
import Rewards
import SQL
import Store
import Testbed
import Testing

@Suite("Reward cards that are stored")
struct RewardCardsTests {
    private static let ids = SequentialIDs()

    private static func card(
        _ name: String,
        at instant: Timestamp = Seed.now,
        account: ID<Entity.Account>? = nil
    ) -> RewardCard {
        RewardCard(
            id: ids.next(at: instant),
            name: name,
            type: .amexGold,
            rows: CardType.amexGold.startingRows { ids.next(at: instant) }.reversed(),
            bonus: QuarterlyBonus(
                category: .gas,
                multiplier: Multiplier(hundredths: 500),
                pointType: .cashBack,
                limitCents: 150_000,
                enteredCents: -20,
                postedCents: 70,
                period: CalendarQuarter(year: 2_025, quarter: 1)
            ),
            // Not in the order of their ids.
            limits: [RewardsCategory.dining, .groceries].map { category in
                SpendingLimit(
                    id: ids.next(at: instant),
                    category: category,
                    limitCents: 100_000,
                    enteredCents: 5,
                    postedCents: 7,
                    resetDate: instant,
                    resetType: .monthly,
                    resetDay: 31
                )
            }.reversed(),
            isActive: false,
            accountID: account,
            source: CardSource(
                catalogueID: "amex-gold",
                address: "https://example.com/gold",
                readOn: CivilDay(dayNumber: 20_000)
            ),
            foreignFeeBasisPoints: 270,
            createdAt: instant,
            updatedAt: instant
        )
    }

    @Test("are read as they were written, with every field", arguments: Engine.all)
    func whole(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let full = RewardCardRecord(
                    card: Self.card("A", account: seed.bank),
                    version: 3
                )
                let bare = RewardCardRecord(
                    card: RewardCard(
                        id: Self.ids.next(at: Seed.now),
                        name: "B",
                        type: .custom,
                        createdAt: Seed.now.adding(seconds: 1),
                        updatedAt: Seed.now.adding(seconds: 1)
                    ),
                    version: 4
                )
                for record in [full, bare] {
                    try RewardCards.insert(record, of: seed.parent, in: session)
                }
                #expect(try RewardCards.list(of: seed.parent, in: session) == [bare, full])
                #expect(try RewardCards.list(of: seed.child, in: session).isEmpty)
                let find = { (id: ID<Entity.RewardCard>, member: ID<Entity.Member>) in
                    try RewardCards.find(id, of: member, in: session)
                }
                #expect(try find(full.card.id, seed.parent) == full)
                #expect(try find(bare.card.id, seed.parent) == bare)
                #expect(try find(full.card.id, seed.child) == nil)
            }
        }
    }

    @Test("are written anew, and removed, by their own member alone", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let first = RewardCardRecord(card: Self.card("A"), version: 3)
                let other = RewardCardRecord(card: Self.card("B"), version: 4)
                try RewardCards.insert(first, of: seed.parent, in: session)
                try RewardCards.insert(other, of: seed.parent, in: session)
                var changed = RewardCardRecord(card: first.card, version: 5)
                changed.card.name = "C"
                changed.card.bonus = nil
                changed.card.source = nil
                changed.card.accountID = nil
                changed.card.foreignFeeBasisPoints = nil
                changed.card.rows.removeFirst(2)
                changed.card.limits[0].enteredCents = 6
                try RewardCards.update(changed, from: first.card, of: seed.parent, in: session)
                let found = try RewardCards.find(first.card.id, of: seed.parent, in: session)
                #expect(found == changed)
                #expect(changed.card.chainContent.digest != first.card.chainContent.digest)
                // Nobody else's statement reaches them.
                var taken = RewardCardRecord(card: other.card, version: 6)
                taken.card.name = "D"
                try RewardCards.update(taken, from: other.card, of: seed.child, in: session)
                try RewardCards.delete(changed.card.id, of: seed.child, in: session)
                #expect(try RewardCards.list(of: seed.parent, in: session).count == 2)
                try RewardCards.delete(changed.card.id, of: seed.parent, in: session)
                #expect(try RewardCards.list(of: seed.parent, in: session) == [other])
            }
        }
    }

    @Test("have a mark for each state of a wallet", arguments: Engine.all)
    func marks(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                var marks: [RewardWalletMark] = []
                let note = {
                    marks.append(try RewardCards.mark(of: seed.parent, in: session))
                }
                // Of another member.
                let other = RewardCardRecord(card: Self.card("Z"), version: 9)
                try RewardCards.insert(other, of: seed.child, in: session)
                try note()
                let first = RewardCardRecord(card: Self.card("A"), version: 3)
                let second = RewardCardRecord(card: Self.card("B"), version: 4)
                try RewardCards.insert(first, of: seed.parent, in: session)
                try note()
                try RewardCards.insert(second, of: seed.parent, in: session)
                try note()
                let changed = RewardCardRecord(card: first.card, version: 7)
                try RewardCards.update(changed, from: first.card, of: seed.parent, in: session)
                try note()
                try RewardCards.delete(second.card.id, of: seed.parent, in: session)
                try note()
                try RewardCards.delete(first.card.id, of: seed.parent, in: session)
                try note()
                #expect(marks.map(\.count) == [0, 1, 2, 2, 1, 0])
                #expect(marks.map(\.version) == [0, 3, 4, 7, 7, 0])
            }
        }
    }

    @Test("are the preferences of who never set any, until they are set", arguments: Engine.all)
    func preferences(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let find = { try StoredRewardPreferences.find(of: seed.parent, in: session) }
                #expect(try find() == RewardPreferencesRecord())
                for (version, language) in [(3, AnswerLanguage.chinese), (9, .bilingual)] {
                    let preferences = RewardPreferences(
                        preferred: .biltRewards,
                        alertThresholdMillionths: 1,
                        language: language,
                        notificationsEnabled: false,
                        autoUpdateSpending: true
                    )
                    try StoredRewardPreferences.set(
                        preferences,
                        version: Int64(version),
                        of: seed.parent,
                        now: Seed.now,
                        in: session
                    )
                    let record = RewardPreferencesRecord(
                        preferences: preferences,
                        version: Int64(version),
                        changedAt: Seed.now
                    )
                    #expect(try find() == record)
                }
            }
        }
    }

    @Test(
        "are held to their bounds by the schema itself",
        arguments: Engine.all,
        [
            "UPDATE reward_cards SET version = 0", "UPDATE reward_cards SET is_active = 2",
            "UPDATE reward_cards SET foreign_fee = -1",
            "UPDATE reward_cards SET source_id = NULL", "UPDATE reward_cards SET bonus_year = NULL",
            "UPDATE reward_cards SET bonus_entered_minor = -71",
            "UPDATE reward_cards SET bonus_quarter = 5",
            "UPDATE reward_cards SET account_id = 'nowhere'",
            "UPDATE reward_rows SET multiplier = 0", "UPDATE reward_rows SET card_id = 'none'",
            "UPDATE reward_limits SET limit_minor = 0",
            "UPDATE reward_limits SET posted_minor = -1, entered_minor = 1",
            "UPDATE reward_limits SET entered_minor = -8",
            "UPDATE reward_limits SET reset_type = 'weekly'",
            "UPDATE reward_limits SET reset_day = 32",
            "DELETE FROM reward_cards",
        ]
    )
    func bounds(engine: Engine, sql: String) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let record = RewardCardRecord(card: Self.card("A"), version: 3)
                try RewardCards.insert(record, of: seed.parent, in: session)
            }
            await #expect(throws: DatabaseError.self) {
                _ = try await database.write { try $0.run(Statement(sql)) }
            }
        }
    }
}
