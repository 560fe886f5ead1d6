import Kernel
import Ledger

/// Four months of one member's transactions, drawn from a seed.
struct DemoHistory {
    let member: ID<Entity.Member>
    let isChild: Bool
    let account: ID<Entity.Account>
    let world: ID<Entity.Account>
    let until: Timestamp

    /// One kind of purchase: where, what it is, how often in a hundred days, and its price in
    /// cents.
    private struct Habit {
        let merchant: String
        let category: String
        let perHundredDays: UInt64
        let cents: ClosedRange<Int64>

        init(
            _ merchant: String,
            _ category: String,
            _ perHundredDays: UInt64,
            _ cents: ClosedRange<Int64>
        ) {
            self.merchant = merchant
            self.category = category
            self.perHundredDays = perHundredDays
            self.cents = cents
        }
    }

    private static let habits = [
        Habit("Whole Foods Market", "FOOD_AND_DRINK_GROCERIES", 22, 2_400...11_800),
        Habit("Trader Joe's", "FOOD_AND_DRINK_GROCERIES", 14, 1_800...7_400),
        Habit("Starbucks", "FOOD_AND_DRINK_COFFEE", 30, 395...1_150),
        Habit("Chipotle", "FOOD_AND_DRINK_FAST_FOOD", 16, 1_050...3_200),
        Habit("Shell", "TRANSPORTATION_GAS", 10, 3_200...6_400),
        Habit("CVS", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS", 6, 700...4_500),
        Habit("Steam", "ENTERTAINMENT_VIDEO_GAMES", 5, 999...5_999),
        Habit("Amazon", "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES", 12, 900...8_900),
    ]
    private static let childsPlaces: Set<String> = ["Starbucks", "Chipotle", "Steam"]

    /// The transactions, oldest first, none later than now.
    func transfers(_ random: inout DemoRandom) -> [NewTransfer] {
        let today = Zone.utc.day(of: until)
        let first = today.adding(days: -DemoHousehold.days)
        var transfers: [NewTransfer] = isChild ? [] : [opening(on: first)]
        for offset in 0...DemoHousehold.days {
            let day = first.adding(days: offset)
            if !isChild { transfers += monthly(on: day) }
            for habit in Self.habits where !isChild || Self.childsPlaces.contains(habit.merchant) {
                guard random.next(below: 100) < habit.perHundredDays else { continue }
                transfers.append(purchase(habit, on: day, &random))
            }
        }
        return transfers.filter { $0.occurredAt < until }
    }

    private func opening(on day: CivilDay) -> NewTransfer {
        movement(250_000, .opening, day, isIncoming: true, Transfer.Details(text: "Opening"))
    }

    /// Wages on the 1st, rent on the 2nd, a subscription on the 5th.
    private func monthly(on day: CivilDay) -> [NewTransfer] {
        switch day.dayOfMonth {
        case 1:
            let wages = Transfer.Details(category: "INCOME_WAGES", text: "Payroll")
            return [movement(320_000, .income, day, isIncoming: true, wages)]
        case 2:
            let rent = Transfer.Details(
                merchant: "Oak Street Homes",
                category: "RENT_AND_UTILITIES_RENT"
            )
            return [movement(145_000, .purchase, day, isIncoming: false, rent)]
        case 5:
            let films = Transfer.Details(
                merchant: "Netflix",
                category: "ENTERTAINMENT_TV_AND_MOVIES"
            )
            return [movement(1_549, .purchase, day, isIncoming: false, films)]
        default: return []
        }
    }

    private func purchase(
        _ habit: Habit,
        on day: CivilDay,
        _ random: inout DemoRandom
    ) -> NewTransfer {
        let spread = UInt64(habit.cents.upperBound - habit.cents.lowerBound) + 1
        let cents = habit.cents.lowerBound + Int64(random.next(below: spread))
        let details = Transfer.Details(merchant: habit.merchant, category: habit.category)
        var transfer = movement(cents, .purchase, day, isIncoming: false, details)
        let minutes = 8 * 60 + Int64(random.next(below: 14 * 60))
        transfer.occurredAt = Zone.utc.start(of: day).adding(seconds: minutes * 60)
        return transfer
    }

    private func movement(
        _ cents: Int64,
        _ kind: Transfer.Kind,
        _ day: CivilDay,
        isIncoming: Bool,
        _ details: Transfer.Details
    ) -> NewTransfer {
        NewTransfer(
            debitAccount: isIncoming ? world : account,
            creditAccount: isIncoming ? account : world,
            amount: Money(minor: cents, currency: .usd),
            kind: kind,
            member: member,
            details: details,
            occurredAt: Zone.utc.start(of: day).adding(seconds: 9 * 3_600)
        )
    }
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct DemoRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number, less than `bound`.
    mutating func next(below bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ mixed >> 31) % bound
    }
}
