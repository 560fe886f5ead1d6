/// A transaction that the demo household has on the same days of every month.
///
/// Source: the contract of Insights, section 7.
struct DemoTemplate {
    /// Its number for ever, because ids follow from it.
    let number: Int
    let account: DemoAccount
    let merchant: String
    /// Cents; less than zero for an expense.
    let amountMinor: Int64
    let days: [Int]
    /// The category's name on Insights.
    let category: String
    /// The catalogue's code of the category.
    let code: String
    /// Whether it is there once, in the current month.
    let isOneOff: Bool

    private init(
        _ number: Int,
        _ account: DemoAccount,
        _ merchant: String,
        _ amountMinor: Int64,
        _ days: [Int],
        _ category: String,
        _ code: String,
        isOneOff: Bool = false
    ) {
        self.number = number
        self.account = account
        self.merchant = merchant
        self.amountMinor = amountMinor
        self.days = days
        self.category = category
        self.code = code
        self.isOneOff = isOneOff
    }

    static let all: [DemoTemplate] = home + food + travelling + shopping + oneOffs

    private static let bills = "RENT_AND_UTILITIES_"
    private static let meal = "FOOD_AND_DRINK_"
    private static let ride = "TRANSPORTATION_"
    private static let shop = "GENERAL_MERCHANDISE_"
    private static let fun = "ENTERTAINMENT_"
    private static let transfer = CategoryName.transfer
    private static let income = CategoryName.income

    private static let home = [
        Self(1, .checking, "Acme Payroll", 420_000, [1, 15], income, "INCOME_WAGES"),
        Self(2, .checking, "Transfer to Savings", -50_000, [2], transfer, "TRANSFER_OUT_SAVINGS"),
        Self(3, .checking, "Oakwood Apartments", -185_000, [3], "Housing", bills + "RENT"),
        Self(4, .checking, "City Power", -13_845, [8], "Utilities", bills + "GAS_AND_ELECTRICITY"),
        Self(5, .checking, "Comcast", -8_999, [10], "Utilities", bills + "INTERNET_AND_CABLE"),
        Self(6, .checking, "Verizon", -4_500, [12], "Utilities", bills + "TELEPHONE"),
        Self(7, .savings, "Transfer from Checking", 50_000, [2], transfer, "TRANSFER_IN_SAVINGS"),
        Self(8, .savings, "Ally Interest", 625, [28], income, "INCOME_INTEREST_EARNED"),
    ]

    private static let food = [
        Self(9, .credit, "Whole Foods", -14_235, [5, 12, 19], "Groceries", meal + "GROCERIES"),
        Self(10, .credit, "Trader Joe's", -7_680, [9, 23], "Groceries", meal + "GROCERIES"),
        Self(11, .credit, "Blue Bottle", -1_250, [4, 11, 18, 25], "Dining", meal + "COFFEE"),
        Self(12, .credit, "Chipotle", -1_875, [7, 21], "Dining", meal + "FAST_FOOD"),
    ]

    private static let travelling = [
        Self(13, .credit, "Uber", -2_450, [6, 20], "Transport", ride + "TAXIS_AND_RIDE_SHARES"),
        Self(14, .credit, "Shell", -5_420, [8, 22], "Transport", ride + "GAS"),
        Self(15, .credit, "Delta", -42_500, [26], "Travel", "TRAVEL_FLIGHTS"),
        Self(16, .credit, "Airbnb", -32_000, [27], "Travel", "TRAVEL_LODGING"),
    ]

    private static let gym = "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS"
    private static let pharmacy = "MEDICAL_PHARMACIES_AND_SUPPLEMENTS"

    private static let shopping = [
        Self(17, .credit, "Netflix", -1_599, [14], "Entertainment", fun + "TV_AND_MOVIES"),
        Self(18, .credit, "Spotify", -1_099, [16], "Entertainment", fun + "MUSIC_AND_AUDIO"),
        Self(19, .credit, "Amazon", -14_599, [13], "Shopping", shop + "ONLINE_MARKETPLACES"),
        Self(20, .credit, "Target", -6_840, [17], "Shopping", shop + "SUPERSTORES"),
        Self(21, .credit, "Best Buy", -29_999, [24], "Shopping", shop + "ELECTRONICS"),
        Self(22, .credit, "Planet Fitness", -4_999, [5], "Health", gym),
        Self(23, .credit, "CVS", -3_245, [18], "Healthcare", pharmacy),
    ]

    private static let furniture = "HOME_IMPROVEMENT_FURNITURE"
    private static let hospital = "Emergency Hospital Bill"
    private static let medical = "MEDICAL_OTHER_MEDICAL"

    private static let oneOffs = [
        once(24, "Designer Furniture", -499_900, 5, "Shopping", furniture),
        once(25, hospital, -320_000, 6, "Healthcare", medical),
    ]

    private static func once(
        _ number: Int,
        _ merchant: String,
        _ amountMinor: Int64,
        _ day: Int,
        _ category: String,
        _ code: String
    ) -> Self {
        Self(number, .credit, merchant, amountMinor, [day], category, code, isOneOff: true)
    }
}
