import Catalogue
import Kernel
import Rewards
import Testing

@Suite("A purchase on a card's account")
struct PostingTests {
    private static func limit(
        _ category: RewardsCategory,
        _ type: ResetType = .monthly,
        until reset: String,
        day: Int? = nil,
        entered: Int64 = 0,
        posted: Int64 = 0
    ) -> SpendingLimit {
        SpendingLimit(
            id: id(category == .groceries ? 1 : 2),
            category: category,
            limitCents: 100_000,
            enteredCents: entered,
            postedCents: posted,
            resetDate: instant(reset),
            resetType: type,
            resetDay: day
        )
    }

    /// What a purchase of 10.00 of a day adds to the only limit of a card, today.
    private static func added(_ limit: SpendingLimit, on day: String) throws -> Int64 {
        var card = card(.amexGold, limits: [limit])
        let day = try #require(CivilDay(day))
        _ = card.post(1_000, for: .groceries, on: day, at: today, in: .utc)
        return card.limits[0].postedCents
    }

    @Test(
        "counts from the day on which the limit's period began",
        arguments: [
            (ResetType.monthly, "2025-03-05T00:00:00Z", 5, "2025-02-05", 1_000),
            (.monthly, "2025-03-05T00:00:00Z", 5, "2025-02-04", 0),
            // It stands for the 31st: the period began on the last day of January.
            (.monthly, "2025-02-28T00:00:00Z", 31, "2025-01-31", 1_000),
            (.monthly, "2025-02-28T00:00:00Z", 31, "2025-01-30", 0),
            (.monthly, "2025-02-28T00:00:00Z", 28, "2025-01-28", 1_000),
            (.quarterly, "2025-04-01T00:00:00Z", 1, "2025-01-01", 1_000),
            (.quarterly, "2025-04-01T00:00:00Z", 1, "2024-12-31", 0),
            (.annually, "2025-02-28T00:00:00Z", 29, "2024-02-29", 1_000),
            (.annually, "2025-02-28T00:00:00Z", 28, "2024-02-27", 0),
            // What is ahead by more than a period, or never begins anew, began today at the latest.
            (.monthly, "2026-02-10T00:00:00Z", 10, "2025-02-10", 1_000),
            (.monthly, "2026-02-10T00:00:00Z", 10, "2025-02-09", 0),
            (.never, "2025-02-01T09:30:00Z", 1, "2025-02-01", 1_000),
            (.never, "2025-02-01T09:30:00Z", 1, "2025-01-31", 0),
            (.never, "2030-01-01T00:00:00Z", 1, "2025-02-10", 1_000),
        ] as [(ResetType, String, Int, String, Int64)]
    )
    func periods(type: ResetType, reset: String, number: Int, day: String, added: Int64) throws {
        let limit = Self.limit(.groceries, type, until: reset, day: number)
        #expect(try Self.added(limit, on: day) == added)
    }

    @Test(
        "counts from the household's day on which the limit's period began",
        arguments: [("2025-02-05", 1_000), ("2025-02-04", 0)] as [(String, Int64)]
    )
    func zones(day: String, added: Int64) throws {
        // Midnight of 5 March in Tokyo, when it is still 4 March in UTC.
        let limit = Self.limit(.groceries, until: "2025-03-04T15:00:00Z", day: 5)
        var card = card(.amexGold, limits: [limit])
        let day = try #require(CivilDay(day))
        _ = card.post(1_000, for: .groceries, on: day, at: today, in: zone("Asia/Tokyo"))
        #expect(card.limits[0].postedCents == added)
    }

    @Test("is added to the limit of the category, of its parent, or in general")
    func chain() throws {
        let day = try #require(CivilDay("2025-02-10"))
        var card = card(
            .amexGold,
            limits: [
                Self.limit(.groceries, until: "2025-03-01T00:00:00Z", entered: 500),
                Self.limit(.general, until: "2025-03-01T00:00:00Z"),
            ]
        )
        let whole = card.post(700, for: .wholeFoods, on: day, at: today, in: .utc)
        #expect(whole?.limit?.category == .groceries && whole?.bonus == nil)
        _ = card.post(30, for: .gas, on: day, at: today, in: .utc)
        #expect(card.limits.map(\.postedCents) == [700, 30])
        #expect(card.limits.map(\.enteredCents) == [500, 0])
        card.limits = []
        #expect(card.post(700, for: .gas, on: day, at: today, in: .utc) == nil)
    }

    @Test("is added to a bonus in whose quarter its day is")
    func bonus() throws {
        let bonus = QuarterlyBonus(
            category: .dining,
            multiplier: Multiplier(hundredths: 500),
            pointType: .ultimateRewards,
            limitCents: 150_000,
            period: CalendarQuarter(year: 2_025, quarter: 1)
        )
        var card = card(.chaseFreedom, bonus: bonus)
        for (day, category, posted) in [
            ("2025-03-31", RewardsCategory.coffee, 100), ("2025-04-01", .coffee, 100),
            ("2024-12-31", .dining, 100), ("2025-01-01", .dining, 200), ("2025-01-01", .gas, 200),
        ] as [(String, RewardsCategory, Int64)] {
            let day = try #require(CivilDay(day))
            _ = card.post(100, for: category, on: day, at: today, in: .utc)
            #expect(card.bonus?.postedCents == posted)
        }
    }

    @Test("is taken back from its own bonus alone")
    func followedBonus() throws {
        let day = try #require(CivilDay("2025-02-10"))
        var card = freedom(spent: 0)
        let first = card.post(700, for: .gas, on: day, at: today, in: .utc)
        let posted = try #require(first)
        // Another category and another quarter are left alone.
        let changes: [(inout QuarterlyBonus) -> Void] = [
            { $0.category = .dining }, { $0.period = CalendarQuarter(year: 2_025, quarter: 2) },
            { $0.period = CalendarQuarter(year: 2_024, quarter: 1) },
        ]
        for change in changes {
            var other = card
            var bonus = try #require(card.bonus)
            bonus.postedCents = 5_000
            change(&bonus)
            other.bonus = bonus
            _ = other.repost(posted, as: 0)
            #expect(other.bonus == bonus)
        }
        _ = card.repost(posted, as: 0)
        #expect(card.bonus?.postedCents == 0)
    }

    @Test("follows what becomes of it, in its period and on its limit alone")
    func followed() throws {
        let day = try #require(CivilDay("2025-02-10"))
        var card = card(
            .amexGold,
            limits: [Self.limit(.groceries, until: "2025-03-01T00:00:00Z", entered: 200)]
        )
        let first = card.post(700, for: .groceries, on: day, at: today, in: .utc)
        let posted = try #require(first)
        let more = card.repost(posted, as: 900)
        #expect(more.amountCents == 900 && card.limits[0].spentCents == 1_100)
        let gone = card.repost(more, as: 0)
        #expect(card.limits[0].postedCents == 0 && card.limits[0].enteredCents == 200)
        #expect(card.repost(gone, as: 900) == more && card.limits[0].postedCents == 900)
        // Less was set than was posted; nothing falls below zero when it goes.
        card.limits[0].enteredCents = -600
        _ = card.repost(more, as: 0)
        #expect(card.limits[0].postedCents == 0 && card.limits[0].enteredCents == 0)
        // Another period, another category and another limit are left alone.
        let changes: [(inout SpendingLimit) -> Void] = [
            { $0.resetDate = instant("2025-04-01T00:00:00Z") }, { $0.category = .dining },
            { $0.id = id(7) },
        ]
        for change in changes {
            var other = card
            other.limits[0].postedCents = 5_000
            change(&other.limits[0])
            _ = other.repost(more, as: 0)
            #expect(other.limits[0].postedCents == 5_000)
        }
    }

    @Test("is not added where all would be more than any amount may be")
    func bounded() throws {
        let day = try #require(CivilDay("2025-02-10"))
        let most = Int64(Limits.amountMinor)
        var card = card(
            .amexGold,
            limits: [Self.limit(.groceries, until: "2025-03-01T00:00:00Z", entered: most - 10)]
        )
        #expect(card.post(11, for: .groceries, on: day, at: today, in: .utc) == nil)
        let last = card.post(10, for: .groceries, on: day, at: today, in: .utc)
        let posted = try #require(last)
        _ = card.repost(posted, as: 12)
        #expect(card.limits[0].spentCents == most)
    }

    @Test(
        "is of a kind that its entry tells",
        arguments: [
            ("FOOD_AND_DRINK_COFFEE", false, .coffee), ("TRAVEL_FLIGHTS", false, .airfare),
            ("Groceries", false, .groceries), ("Birthday", false, .general),
            ("", false, .general), ("BANK_FEES_ATM_FEES", false, nil),
            ("LOAN_PAYMENTS_CREDIT_CARD_PAYMENT", false, nil),
            ("TRANSFER_OUT_ACCOUNT_TRANSFER", false, nil), ("INCOME_WAGES", true, .general),
        ] as [(String, Bool, RewardsCategory?)]
    )
    func kinds(entry: String, isCharge: Bool, category: RewardsCategory?) {
        #expect(
            Catalogue.standard.rewardsCategory(ofEntry: entry, isCharge: isCharge) == category
        )
    }

    @Test(
        "that is about to be made is of a kind that its merchant tells before its words do",
        arguments: [
            ("Starbucks", "fun", nil, .coffee), ("Whole Foods", nil, nil, .wholeFoods),
            ("McDonald's", nil, 5_411, .fastFood), ("Corner shop", "fun", 5_411, .groceries),
            ("Corner shop", "groceries", nil, .groceries), ("Corner shop", "own", nil, .general),
            ("Corner shop", nil, 0, .general),
        ] as [(String, String?, Int?, RewardsCategory)]
    )
    func planned(merchant: String, word: String?, mcc: Int?, category: RewardsCategory) {
        let found = Catalogue.standard.rewardsCategory(
            given: word,
            merchantKey: MerchantName.normalised(merchant),
            mcc: mcc
        )
        #expect(found == category)
    }

    @Test(
        "is counted in hundredths of any currency",
        arguments: [
            ("USD", 1_234, 1_234), ("JPY", 1_234, 123_400), ("KWD", 12_340, 1_234),
            ("CLF", 123_400, 1_234),
        ] as [(String, Int64, Int64)]
    )
    func hundredths(code: String, minor: Int64, hundredths: Int64) throws {
        let currency = try #require(Currency(code: code))
        #expect(currency.hundredths(ofMinor: minor) == hundredths)
        #expect(currency.minor(ofHundredths: hundredths) == minor)
    }

    @Test("brings a limit to its marks")
    func marks() {
        let before = Self.limit(.groceries, until: "2025-03-01T00:00:00Z", entered: 80_000)
        for (spent, mark) in [
            (84_999, nil), (85_000, .near), (99_999, .near), (100_000, .reached),
        ] as [(Int64, LimitMark?)] {
            var after = before
            after.enteredCents = spent
            let (old, new) = (card(.amexGold, limits: [before]), card(.amexGold, limits: [after]))
            let crossed = new.crossedLimits(since: old, warnedFrom: 850_000)
            #expect(crossed.map(\.mark) == [mark].compactMap(\.self))
            #expect(new.hasSpentMore(than: old) && !old.hasSpentMore(than: new))
            #expect(new.crossedLimits(since: new, warnedFrom: 850_000).isEmpty)
        }
    }
}
