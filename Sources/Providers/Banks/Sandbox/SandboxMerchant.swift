/// Who money goes to or comes from at a sandbox bank.
struct SandboxMerchant: Sendable {
    /// What it is called.
    let name: String
    /// What a bank writes of it.
    let descriptor: String
    /// What a bank may write of it later.
    let otherDescriptor: String
    /// What is usually spent there, in cents; less than zero is money in.
    let usualMinor: Int64
    /// The narrow category, and how much of it is the broad one.
    let detailed: String
    let primaryCount: Int
    /// Whether a tip is given there.
    var takesTips = false
    /// Whether a cent or a dollar is reserved before the amount is known.
    var reserves = false

    /// The broad category.
    var primary: String { String(detailed.prefix(primaryCount)) }

    private init(
        _ name: String,
        _ descriptor: String,
        _ otherDescriptor: String,
        _ usualMinor: Int64,
        _ primary: String,
        _ rest: String
    ) {
        self.name = name
        self.descriptor = descriptor
        self.otherDescriptor = otherDescriptor
        self.usualMinor = usualMinor
        detailed = "\(primary)_\(rest)"
        primaryCount = primary.count
    }
}

extension SandboxMerchant {
    /// Those where members buy something come first.
    static let all: [SandboxMerchant] = {
        var merchants = shops
        for index in merchants.indices {
            merchants[index].takesTips = merchants[index].detailed.hasSuffix("RESTAURANT")
            merchants[index].reserves = merchants[index].detailed == "TRANSPORTATION_GAS"
        }
        return merchants + others
    }()

    /// How many of them are shops.
    static let shopCount = shops.count

    /// The places of those who are none.
    static let wagesPlace = shopCount
    static let interestPlace = shopCount + 1
    static let savingsOutPlace = shopCount + 2
    static let savingsInPlace = shopCount + 3
    static let cardOutPlace = shopCount + 4
    static let cardInPlace = shopCount + 5

    private static let meal = "FOOD_AND_DRINK"
    private static let shop = "GENERAL_MERCHANDISE"

    private static let shops = [
        Self("Whole Foods", "WHOLEFDS MKT 10234", "WHOLE FOODS 10234", 8_400, meal, "GROCERIES"),
        Self("Trader Joe's", "TRADER JOE'S #552", "TRADER JOES 552", 5_200, meal, "GROCERIES"),
        Self("Blue Bottle", "SQ *BLUE BOTTLE 0231", "BLUE BOTTLE OAK", 650, meal, "COFFEE"),
        Self("Luigi's", "TST* LUIGI'S TRATTORIA", "LUIGIS", 4_800, meal, "RESTAURANT"),
        Self("The Corner Diner", "CORNER DINER 12", "THE CORNER DINER", 2_300, meal, "RESTAURANT"),
        Self("Chipotle", "CHIPOTLE 1821", "CHIPOTLE ONLINE", 1_450, meal, "FAST_FOOD"),
        Self("Shell", "SHELL OIL 5744", "SHELL SERVICE STN", 4_700, "TRANSPORTATION", "GAS"),
        Self("Uber", "UBER *TRIP", "UBER", 2_100, "TRANSPORTATION", "TAXIS_AND_RIDE_SHARES"),
        Self("Amazon", "AMZN MKTP US*2K4", "AMAZON.COM", 3_900, shop, "ONLINE_MARKETPLACES"),
        Self("Target", "TARGET 00012", "TARGET T-0012", 6_100, shop, "SUPERSTORES"),
        Self("CVS", "CVS/PHARMACY #02", "CVS 02", 1_800, "MEDICAL", "PHARMACIES_AND_SUPPLEMENTS"),
        Self("Netflix", "NETFLIX.COM", "NETFLIX", 1_599, "ENTERTAINMENT", "TV_AND_MOVIES"),
    ]

    private static let payment = "CREDIT_CARD_PAYMENT"

    /// In the order of their places.
    private static let others = [
        Self("Acme Payroll", "ACME CORP PAYROLL", "ACME PAY", -260_000, "INCOME", "WAGES"),
        Self("Interest", "INTEREST PAYMENT", "INTEREST", -412, "INCOME", "INTEREST_EARNED"),
        Self("", "TRANSFER TO SAVINGS", "TO SAVINGS", 20_000, "TRANSFER_OUT", "SAVINGS"),
        Self("", "TRANSFER FROM CHECKING", "FROM CHECKING", -20_000, "TRANSFER_IN", "SAVINGS"),
        Self("", "CARD AUTOPAY", "AUTOPAY", 60_000, "LOAN_PAYMENTS", payment),
        Self("", "PAYMENT THANK YOU", "PAYMENT", -60_000, "LOAN_PAYMENTS", payment),
    ]
}
