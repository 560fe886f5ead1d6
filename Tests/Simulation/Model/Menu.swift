import Foundation

/// What people of a simulation buy, and what the contract says it is.
///
/// Written down here a second time on purpose: the program's own tables must come to the same.
enum Menu {
    /// A merchant with spellings that mean the same.
    struct Merchant: Sendable {
        let spellings: [String]
        let key: String
        let guardian: String?
    }

    static let merchants = [
        Merchant(spellings: ["Starbucks", "STARBUCKS"], key: "starbucks", guardian: "fast_food"),
        Merchant(
            spellings: ["Whole Foods", "whole   FOODS", " Whole Foods "],
            key: "whole foods",
            guardian: "groceries"
        ),
        Merchant(spellings: ["Netflix", "netflix"], key: "netflix", guardian: "subscription"),
        Merchant(spellings: ["Zara"], key: "zara", guardian: "clothing"),
        Merchant(
            spellings: ["Corner Shop", "corner\u{A0}shop"],
            key: "corner shop",
            guardian: nil
        ),
        Merchant(
            spellings: ["Café Zoë", "CAFÉ ZOË", "Cafe\u{301} Zoe\u{308}"],
            key: "café zoë",
            guardian: nil
        ),
    ]

    /// The merchant that a spelling names.
    static func merchant(_ spelling: String) -> Merchant {
        if spelling.hasPrefix(LivingBank.merchants) {
            return Merchant(spellings: [spelling], key: spelling.lowercased(), guardian: nil)
        }
        guard let merchant = merchants.first(where: { $0.spellings.contains(spelling) }) else {
            preconditionFailure("\(spelling) is on the menu")
        }
        return merchant
    }

    /// A spelling as the program takes it: without the space around it.
    static func taken(_ spelling: String) -> String {
        spelling.trimmingCharacters(in: .whitespaces)
    }

    /// Words a purchase is authorized with, and the category each is.
    static let words: [(given: String, category: String)] = [
        ("fun", "fun"), ("Fast Food", "fast_food"), (" GROCERIES", "groceries"), ("pets", "pets"),
        ("Rent & Bills", "rent_bills"), ("Pets", "pets"),
    ]

    /// Merchant category codes, and the category each is.
    static let codes: [(mcc: Int64, category: String)] = [
        (5_411, "groceries"), (5_814, "fast_food"), (4_121, "transport"),
    ]

    /// Categories that limits are set for.
    static let limited = [
        "fun", "fast_food", "groceries", "pets", "rent_bills", "subscription", "uncategorized",
        "transport",
    ]

    /// The category of a purchase: the given word, else the merchant's, else the code's, else none.
    static func category(given: String?, merchant: String, mcc: Int64?) -> String {
        if let given, let word = words.first(where: { $0.given == given }) { return word.category }
        if let known = self.merchant(merchant).guardian { return known }
        return codes.first { $0.mcc == mcc }?.category ?? "uncategorized"
    }

    /// Categories of the ledger and of members' edits: Guardian's word, or no purchase at all.
    static let ledger: [(text: String?, guardian: String?)] = [
        ("FOOD_AND_DRINK_COFFEE", "fast_food"), ("FOOD_AND_DRINK_GROCERIES", "groceries"),
        ("ENTERTAINMENT_VIDEO_GAMES", "fun"), ("pets", "pets"), (nil, "uncategorized"),
        ("RENT_AND_UTILITIES_RENT", "rent_bills"), ("INCOME_WAGES", nil),
        ("TRANSFER_OUT_ACCOUNT_TRANSFER", nil), ("LOAN_PAYMENTS_CAR_PAYMENT", nil),
        ("Dining", "fast_food"), ("Groceries", "groceries"), ("Games", "fun"), ("Wages", nil),
        ("My Own Word", "my own word"), ("fun", "fun"),
    ]

    /// Guardian's word for a category of the ledger; `nil` when it is no purchase.
    static func guardian(ofLedger category: String?) -> String? {
        if category == LivingBank.category { return "fast_food" }
        guard let entry = ledger.first(where: { $0.text == category }) else {
            preconditionFailure("\(category ?? "nothing") is on the menu")
        }
        return entry.guardian
    }
}
