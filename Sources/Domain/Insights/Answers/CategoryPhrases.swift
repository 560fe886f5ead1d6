import Catalogue

/// The words in which questions speak of categories.
struct CategoryPhrases: Sendable {
    /// Those of the catalogue that the program carries.
    static let standard = CategoryPhrases(.standard)

    private let byPhrase: [String: WantedCategory]
    private let longest: Int

    /// Takes the names of a catalogue, and what else people call them.
    init(_ catalogue: Catalogue) {
        var byPhrase: [String: WantedCategory] = [:]
        for category in catalogue.categories where category.flow == .expense {
            let wanted = WantedCategory(category.label, codes: [category.code])
            byPhrase[Self.key(category.label)] = wanted
            byPhrase[Self.key(category.fileLabel)] = wanted
        }
        for category in catalogue.categories where category.flow != .income {
            let name = category.insights
            byPhrase[Self.key(name)] = WantedCategory(name, names: [name])
        }
        for (label, names, phrases) in Self.groups {
            for phrase in phrases.split(separator: ",") {
                byPhrase[String(phrase)] = WantedCategory(label, names: Set(names))
            }
        }
        for (code, phrases) in Self.kinds {
            guard let category = catalogue.category(named: code) else { continue }
            for phrase in phrases.split(separator: ",") {
                byPhrase[String(phrase)] = WantedCategory(category.label, codes: [category.code])
            }
        }
        let codes = catalogue.categories.filter { $0.guardian == "subscription" }.map(\.code)
        for word in ["subscription", "subscriptions", "streaming"] {
            byPhrase[word] = WantedCategory("Subscriptions", codes: Set(codes))
        }
        byPhrase["other"] = nil
        self.byPhrase = byPhrase
        longest = byPhrase.keys.map { $0.split(separator: " ").count }.max() ?? 1
    }

    /// The categories that a question names with their places, longest names first; their words
    /// are marked as understood.
    func read(_ text: inout QuestionText) -> [(place: Int, category: WantedCategory)] {
        var found: [(place: Int, category: WantedCategory)] = []
        var place = 0
        while place < text.tokens.count {
            if let (category, count) = category(at: place, in: text) {
                found.append((place, category))
                text.use(place..<place + count)
                place += count
            } else {
                place += 1
            }
        }
        return found
    }

    /// The category that a whole text names.
    func category(named text: String) -> WantedCategory? { byPhrase[Self.key(text)] }

    private func category(at place: Int, in text: QuestionText) -> (WantedCategory, Int)? {
        var words: [String] = []
        for next in place..<place + longest {
            guard let word = text.word(next) else { break }
            words.append(word)
        }
        while !words.isEmpty {
            if let found = byPhrase[words.joined(separator: " ")] { return (found, words.count) }
            words.removeLast()
        }
        return nil
    }

    private static func key(_ text: String) -> String {
        SearchWords.words(in: text).joined(separator: " ")
    }

    // MARK: What people say

    private static let groups: [(label: String, names: [String], phrases: String)] = [
        (
            "Dining", ["Dining"],
            "dining out,eating out,eat out,ate out,eating,restaurant,restaurants,takeout,take out,"
                + "takeaway,meals,dinners"
        ),
        (
            "Groceries", ["Groceries"],
            "grocery,groceries,supermarket,supermarkets,food shopping,grocery shopping"
        ),
        ("Food", ["Groceries", "Dining"], "food,food and drink"),
        ("Transport", ["Transport"], "transportation,commute,commuting,getting around"),
        ("Utilities", ["Utilities"], "utility,utility bill,utility bills"),
        ("Healthcare", ["Healthcare"], "health care,medical,medicine,medicines"),
        ("Health", ["Health"], "fitness,wellness"),
        ("Travel", ["Travel"], "travelling,traveling,trips,trip,vacation,vacations,holidays"),
        ("Transfer", ["Transfer"], "transfer,transfers,transferred"),
        ("Fees", ["Fees"], "fee,bank fees"),
    ]

    private static let kinds: [(code: String, phrases: String)] = [
        ("FOOD_AND_DRINK_COFFEE", "coffees,coffee shops,coffee shop,cafe,cafes"),
        ("FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR", "alcohol,beer,wine,liquor,drinks,bars"),
        ("TRANSPORTATION_GAS", "gas,fuel,petrol,gasoline,gas stations"),
        ("TRANSPORTATION_TAXIS_AND_RIDE_SHARES", "taxi,taxis,cab,cabs,rideshare,rideshares"),
        ("TRANSPORTATION_PUBLIC_TRANSIT", "transit,public transport,trains,buses"),
        (
            "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY",
            "electricity,electric,electric bill,electricity bill"
        ),
        ("RENT_AND_UTILITIES_INTERNET_AND_CABLE", "internet,wifi,cable,internet bill"),
        ("RENT_AND_UTILITIES_TELEPHONE", "phone,cell phone,phone bill,mobile"),
        ("RENT_AND_UTILITIES_RENT", "rent"),
        ("LOAN_PAYMENTS_MORTGAGE_PAYMENT", "mortgage"),
        ("PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS", "gym,gyms,gym membership"),
        ("PERSONAL_CARE_HAIR_AND_BEAUTY", "haircut,haircuts,beauty"),
        ("MEDICAL_PHARMACIES_AND_SUPPLEMENTS", "pharmacy,pharmacies,drugstore"),
        ("MEDICAL_PRIMARY_CARE", "doctor,doctors"),
        ("MEDICAL_DENTAL_CARE", "dentist,dental"),
        ("TRAVEL_FLIGHTS", "flight,airfare,airlines,plane tickets"),
        ("TRAVEL_LODGING", "hotel,hotels"),
        ("GENERAL_MERCHANDISE_ELECTRONICS", "electronics,gadgets"),
        ("GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES", "clothes,clothing,shoes"),
        ("GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS", "books"),
        ("GENERAL_MERCHANDISE_PET_SUPPLIES", "pets"),
        ("HOME_IMPROVEMENT_FURNITURE", "furniture"),
        ("ENTERTAINMENT_VIDEO_GAMES", "games,gaming"),
        ("ENTERTAINMENT_MUSIC_AND_AUDIO", "music"),
        ("GENERAL_SERVICES_EDUCATION", "tuition"),
        ("GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT", "taxes"),
        ("GOVERNMENT_AND_NON_PROFIT_DONATIONS", "donate,donated,donation,charity"),
        ("INCOME_INTEREST_EARNED", "interest"),
        ("INCOME_DIVIDENDS", "dividends,dividend"),
        (
            "INCOME_WAGES",
            "salary,wages,wage,paycheck,paychecks,paycheque,paycheques,payroll"
        ),
        ("INCOME_TAX_REFUND", "tax refund"),
    ]
}
