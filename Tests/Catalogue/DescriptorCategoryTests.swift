import Testing

@testable import Catalogue

@Suite("The category of a descriptor")
struct DescriptorCategoryTests {
    let catalogue = Catalogue.standard

    private func expect(
        _ text: String,
        mcc: Int? = nil,
        _ merchant: String?,
        _ code: String,
        _ step: DescriptorCategory.Step
    ) {
        let found = catalogue.categorise(descriptor: text, mcc: mcc)
        #expect(found.merchant == merchant, "\(text)")
        #expect(found.category.code == code, "\(text)")
        #expect(found.step == step, "\(text)")
        #expect(catalogue.categorise(descriptor: text, mcc: mcc) == found, "\(text)")
    }

    @Test(
        "a merchant is known by an alias, whatever surrounds it",
        arguments: [
            ("SQ *BLUE BOTTLE COFFEE #0123 SEATTLE WA", "Blue Bottle Coffee", "COFFEE"),
            ("CHECKCARD 0115 TRADER JOE'S #552 SAN RAFAEL CA", "Trader Joe's", "GROCERIES"),
            ("WHOLEFDS MKT 10123 AUSTIN TX", "Whole Foods Market", "GROCERIES"),
            ("POS DEBIT WAL-MART #1234 SMALLVILLE KS", "Walmart", "SUPERSTORES"),
            ("WM SUPERCENTER #1700 BOISE ID", "Walmart", "SUPERSTORES"),
            ("TARGET T-1234 ROSEVILLE MN", "Target", "SUPERSTORES"),
            ("TARGET        00012345", "Target", "SUPERSTORES"),
            ("AMZN MKTP US*2K4LM0AB1", "Amazon", "ONLINE_MARKETPLACES"),
            ("AMAZON.COM*MT3AB12C4 AMZN.COM/BILL WA", "Amazon", "ONLINE_MARKETPLACES"),
            ("UBER *TRIP HELP.UBER.COM CA", "Uber", "TAXIS_AND_RIDE_SHARES"),
            ("LYFT *RIDE SUN 5PM LYFT.COM CA", "Lyft", "TAXIS_AND_RIDE_SHARES"),
            ("SHELL OIL 57444412300 HOUSTON TX", "Shell", "GAS"),
            ("SHELL 12345", "Shell", "GAS"), ("CHEVRON 0091234", "Chevron", "GAS"),
            ("BP#1234567 SPRINGFIELD IL", "BP", "GAS"), ("MOBIL@ 123", "Mobil", "GAS"),
            ("7-ELEVEN 33012 AUSTIN TX", "7-Eleven", "CONVENIENCE_STORES"),
            ("1-800-FLOWERS.COM", "1-800-Flowers", "GIFTS_AND_NOVELTIES"),
            ("STARBUCKS STORE 05512 SMALLTOWN CA", "Starbucks", "COFFEE"),
            ("sbux 123", "Starbucks", "COFFEE"),
            ("ＳＴＡＲＢＵＣＫＳ　＃１２３", "Starbucks", "COFFEE"),
            ("MCDONALD'S F12345 DENVER CO", "McDonald's", "FAST_FOOD"),
            ("IN-N-OUT BURGER 123", "In-N-Out Burger", "FAST_FOOD"),
            ("SONIC DRIVE IN #5512", "Sonic Drive-In", "FAST_FOOD"),
            ("DD *DOORDASH CHIPOTLE 855-973-1040 CA", "DoorDash", "RESTAURANT"),
            ("H&M 0423", "H&M", "CLOTHING_AND_ACCESSORIES"),
            ("BEST BUY 00012345 BURLINGTON VT", "Best Buy", "ELECTRONICS"),
            ("CVS/PHARMACY #01234", "CVS", "PHARMACIES_AND_SUPPLEMENTS"),
            ("NETFLIX.COM LOS GATOS CA", "Netflix", "TV_AND_MOVIES"),
            ("PAYPAL INST XFER NETFLIX", "Netflix", "TV_AND_MOVIES"),
            ("DISNEY+ 888-9057888", "Disney+", "TV_AND_MOVIES"),
            ("PAYPAL *STEAM GAMES 402-935-7733 CA", "Steam Games", "VIDEO_GAMES"),
            ("AMC 0123 ONLINE", "AMC Theatres", "SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS"),
            ("MTA*NYCT PAYGO", "Metro Card", "PUBLIC_TRANSIT"),
            ("DELTA AIR 0062341234567 ATLANTA GA", "Delta Air Lines", "FLIGHTS"),
            ("THE UPS STORE 1234", "UPS", "POSTAGE_AND_SHIPPING"),
            ("ACME CORP PAYROLL 0115", "Payroll", "WAGES"),
            ("GAS STATION 12", "Gas Station", "GAS"),
            ("SQ *", "Square", "OTHER_GENERAL_MERCHANDISE"),
        ]
    )
    func alias(text: String, merchant: String, detail: String) {
        let found = catalogue.categorise(descriptor: text, mcc: 6_513)
        #expect(found.step == .alias)
        #expect(found.merchant == merchant)
        #expect(found.category.code == "\(found.category.primary)_\(detail)")
    }

    @Test(
        "the longest alias wins, and of equals the first",
        arguments: [
            ("UBER   *EATS PENDING", "Uber Eats"), ("UBER *TRIP", "Uber"),
            ("T-MOBILE 800-937-8997 WA", "T-Mobile"), ("MINT MOBILE", "Mint Mobile"),
            ("COSTCO GAS #123", "Costco Gas"), ("COSTCO WHSE #123", "Costco"),
            ("AMAZON PRIME*2K4LM0AB1", "Amazon Prime"),
            ("AMAZON ELECTRONICS", "Amazon Electronics"),
            ("APPLE TV+", "Apple TV+"), ("APPLE MUSIC", "Apple Music"),
            ("APPLE.COM/BILL", "Apple Services"), ("APPLE STORE #R123", "Apple Store"),
            ("GOOGLE *YOUTUBE TV", "YouTube TV"), ("GOOGLE *YOUTUBEPREMIUM", "YouTube Premium"),
            ("GOOGLE *GOOGLE ONE", "Google One"), ("DISNEY WORLD", "Walt Disney World"),
            ("ZELLE PAYMENT TO STARBUCKS", "Zelle"), ("EXXONMOBIL 123", "Exxon"),
            ("NETFLIX SPOTIFY", "Netflix"), ("SPOTIFY NETFLIX", "Spotify"),
            ("CON EDISON", "Con Edison"), ("NYC TAXI", "Curb"),
        ]
    )
    func longest(text: String, merchant: String) {
        let found = catalogue.categorise(descriptor: text)
        #expect(found.step == .alias)
        #expect(found.merchant == merchant)
    }

    @Test(
        "an alias is found in whole words only, and an everyday word only as the whole name",
        arguments: [
            ("SHELLY'S NAILS", "PERSONAL_CARE_HAIR_AND_BEAUTY"),
            ("BLUE SHELL SEAFOOD", "FOOD_AND_DRINK_RESTAURANT"),
            ("NEXT DOOR CAFE", "FOOD_AND_DRINK_COFFEE"),
            ("TIMES SQUARE DINER", "FOOD_AND_DRINK_RESTAURANT"),
            ("FRENCH TOAST BAKERY 12", "FOOD_AND_DRINK_OTHER_FOOD_AND_DRINK"),
            ("DELTA DENTAL", "MEDICAL_DENTAL_CARE"),
            ("COX FAMILY DENTISTRY", "MEDICAL_DENTAL_CARE"),
            ("GIANT BICYCLES", "GENERAL_MERCHANDISE_SPORTING_GOODS"),
            ("TARGETS SPORTS BAR", "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR"),
            ("SMITH AND SONS BAR & GRILL", "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR"),
            ("RING OF FIRE BBQ", "FOOD_AND_DRINK_RESTAURANT"),
        ]
    )
    func wholeWords(text: String, code: String) {
        expect(text, nil, code, .word)
    }

    @Test("the code tells an unknown merchant's category, then words, then who took the payment")
    func unknownMerchants() {
        let fallback = "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES"
        expect("IN *JOES PLUMBING", mcc: 5_812, nil, "FOOD_AND_DRINK_RESTAURANT", .mcc)
        expect("IN *JOES PLUMBING", nil, "HOME_IMPROVEMENT_REPAIR_AND_MAINTENANCE", .word)
        expect("IN *JOES PLUMBING", mcc: 0, nil, "HOME_IMPROVEMENT_REPAIR_AND_MAINTENANCE", .word)
        expect("JOES BAR & GRILL", mcc: 5_812, nil, "FOOD_AND_DRINK_RESTAURANT", .mcc)
        expect("ACME", mcc: 7_832, nil, FixedCategory.events, .mcc)
        expect("ACME", mcc: 3_999, nil, "TRAVEL_LODGING", .mcc)
        expect("ACME", mcc: 1_200, nil, fallback, .fallback)
        expect("ACME", mcc: -1, nil, fallback, .fallback)
        expect("ACME", mcc: 10_000, nil, fallback, .fallback)
        expect("TST* ACME", "Toast", "FOOD_AND_DRINK_RESTAURANT", .processor)
        expect("TST* ACME COFFEE", nil, "FOOD_AND_DRINK_COFFEE", .word)
        expect("TST* ACME", mcc: 5_813, nil, "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR", .mcc)
        let other = "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE"
        expect("PAYPAL *ACME", "PayPal", other, .processor)
        expect("SP + ACME", "Shopify Seller", other, .processor)
        expect("GOOGLE *ACME", nil, fallback, .fallback)
    }

    @Test("of several words the last that says what is sold counts, and phrases before words")
    func lastWord() {
        expect("MUSEUM CAFE", nil, "FOOD_AND_DRINK_COFFEE", .word)
        expect("CAFE MUSEUM", nil, FixedCategory.events, .word)
        expect("MAIN STREET CAR WASH", nil, "GENERAL_SERVICES_AUTOMOTIVE", .word)
        expect("CAFE WASHINGTON 12", nil, "FOOD_AND_DRINK_COFFEE", .word)
        expect("HOTELS ACME", nil, "TRAVEL_LODGING", .word)
        expect("PETERS PET HOSPITAL", nil, "MEDICAL_VETERINARY_SERVICES", .word)
        // The city is none of the name's words.
        expect("ACME 12345 COLLEGE STATION TX", nil, catalogue.unknown.code, .fallback)
    }

    @Test(
        "what names nobody was bought online",
        arguments: [
            "", " ", "12345 67890", "XXXXXXXXXXXX1234", "***", "東京", "\u{301}", "Q",
            String(repeating: "1", count: 10_000), String(repeating: "é", count: 5_000),
        ]
    )
    func nobody(text: String) {
        let found = catalogue.categorise(descriptor: text)
        #expect(found.step == .fallback && found.merchant == nil)
        #expect(found.category.word(in: .guardian) == "misc_online")
    }

    @Test("a merchant in a text of 10,000 bytes is found")
    func long() {
        let text = String(repeating: "ACME ", count: 1_998) + "STARBUCKS"
        #expect(text.utf8.count == 9_999)
        expect(text, "Starbucks", "FOOD_AND_DRINK_COFFEE", .alias)
    }
}
