import Kernel

/// A transaction that the built-in bank has on the same days of every month.
///
/// Source: the contract of Insights, section 7, without its two one-off entries.
struct SandboxTemplate {
    /// The account it is of.
    let account: EmbeddedAccount
    /// The merchant, or what a bank would write of it.
    let name: String
    /// The amount in cents; more than zero is money out of the account.
    let amountMinor: Int64
    /// The days of the month.
    let days: [Int]
    /// The category, as `primary` and what follows it in `detailed`.
    let primary: String
    let rest: String

    /// Whether its name is no merchant's.
    var isTransfer: Bool { primary.hasPrefix("TRANSFER") }
    /// The narrow category.
    var detailed: String { "\(primary)_\(rest)" }

    private init(
        _ account: EmbeddedAccount,
        _ name: String,
        _ amountMinor: Int64,
        _ days: [Int],
        _ primary: String,
        _ rest: String
    ) {
        self.account = account
        self.name = name
        self.amountMinor = amountMinor
        self.days = days
        self.primary = primary
        self.rest = rest
    }

    static let all: [SandboxTemplate] = checking + savings + food + travelling + shopping

    private static let home = "RENT_AND_UTILITIES"
    private static let meal = "FOOD_AND_DRINK"
    private static let shop = "GENERAL_MERCHANDISE"

    private static let checking = [
        Self(.checking, "Acme Payroll", -420_000, [1, 15], "INCOME", "WAGES"),
        Self(.checking, "Transfer to Savings", 50_000, [2], "TRANSFER_OUT", "SAVINGS"),
        Self(.checking, "Oakwood Apartments", 185_000, [3], home, "RENT"),
        Self(.checking, "City Power", 13_845, [8], home, "GAS_AND_ELECTRICITY"),
        Self(.checking, "Comcast", 8_999, [10], home, "INTERNET_AND_CABLE"),
        Self(.checking, "Verizon", 4_500, [12], home, "TELEPHONE"),
    ]

    private static let savings = [
        Self(.savings, "Transfer from Checking", -50_000, [2], "TRANSFER_IN", "SAVINGS"),
        Self(.savings, "Ally Interest", -625, [28], "INCOME", "INTEREST_EARNED"),
    ]

    private static let food = [
        Self(.credit, "Whole Foods", 14_235, [5, 12, 19], meal, "GROCERIES"),
        Self(.credit, "Trader Joe's", 7_680, [9, 23], meal, "GROCERIES"),
        Self(.credit, "Blue Bottle", 1_250, [4, 11, 18, 25], meal, "COFFEE"),
        Self(.credit, "Chipotle", 1_875, [7, 21], meal, "FAST_FOOD"),
    ]

    private static let travelling = [
        Self(.credit, "Uber", 2_450, [6, 20], "TRANSPORTATION", "TAXIS_AND_RIDE_SHARES"),
        Self(.credit, "Shell", 5_420, [8, 22], "TRANSPORTATION", "GAS"),
        Self(.credit, "Delta", 42_500, [26], "TRAVEL", "FLIGHTS"),
        Self(.credit, "Airbnb", 32_000, [27], "TRAVEL", "LODGING"),
    ]

    private static let shopping = [
        Self(.credit, "Netflix", 1_599, [14], "ENTERTAINMENT", "TV_AND_MOVIES"),
        Self(.credit, "Spotify", 1_099, [16], "ENTERTAINMENT", "MUSIC_AND_AUDIO"),
        Self(.credit, "Amazon", 14_599, [13], shop, "ONLINE_MARKETPLACES"),
        Self(.credit, "Target", 6_840, [17], shop, "SUPERSTORES"),
        Self(.credit, "Best Buy", 29_999, [24], shop, "ELECTRONICS"),
        Self(.credit, "Planet Fitness", 4_999, [5], "PERSONAL_CARE", "GYMS_AND_FITNESS_CENTERS"),
        Self(.credit, "CVS", 3_245, [18], "MEDICAL", "PHARMACIES_AND_SUPPLEMENTS"),
    ]
}
