/// The merchants and keywords that tell a category (rewards.md, section 4), by whole words.
struct CategoryPhrases: Sendable {
    /// What a phrase stands for.
    struct Hit: Hashable, Sendable {
        /// The phrase as the contract writes it.
        let name: String
        /// What it tells.
        let category: RewardsCategory
        /// Its length in scalars, by which of several hits the best is known.
        let length: Int
    }

    /// The merchant map.
    static let merchants = CategoryPhrases(merchantRows)
    /// The keywords.
    static let keywords = CategoryPhrases(keywordRows)

    /// What each phrase stands for, by its words.
    let hits: [String: Hit]
    /// How many words the longest phrase has that begins with a word.
    private let wordsFrom: [String: Int]

    private init(_ rows: [(RewardsCategory, String)]) {
        var hits: [String: Hit] = [:]
        var wordsFrom: [String: Int] = [:]
        for (category, list) in rows {
            for name in list.split(separator: ",") {
                let words = SentenceWords(String(name))
                let phrase = words.joined
                hits[phrase] = Hit(
                    name: String(name),
                    category: category,
                    length: phrase.unicodeScalars.count
                )
                guard let first = words.words.first else { continue }
                wordsFrom[first.text] = max(wordsFrom[first.text] ?? 0, words.words.count)
            }
        }
        self.hits = hits
        self.wordsFrom = wordsFrom
    }

    /// The longest phrase in a sentence; of several as long that of the category whose case name is
    /// the first in the alphabet.
    func best(in sentence: SentenceWords) -> Hit? {
        let words = sentence.words
        var best: Hit?
        for start in words.indices {
            guard let most = wordsFrom[words[start].text] else { continue }
            var phrase = ""
            for place in start..<min(start + most, words.count) {
                if place > start { phrase += " " }
                phrase += words[place].text
                guard let hit = hits[phrase] else { continue }
                if best.map({ Self.precedes(hit, $0) }) ?? true { best = hit }
            }
        }
        return best
    }

    private static func precedes(_ left: Hit, _ right: Hit) -> Bool {
        if left.length != right.length { return left.length > right.length }
        return left.category.rawValue < right.category.rawValue
    }

    private static let merchantRows: [(RewardsCategory, String)] = [
        (.groceries, "Trader Joe's,Safeway,Kroger,Aldi"),
        (.dining, "DoorDash,Uber Eats,Grubhub"),
        (.travel, "Expedia"),
        (.airfare, "Delta,United"),
        (.hotels, "Hilton,Marriott,Airbnb"),
        (.gas, "Shell,Exxon,Chevron,BP,Mobil"),
        (.online, "eBay,Etsy"),
        (.paypal, "PayPal,Venmo"),
        (.drugstores, "CVS,Walgreens,Rite Aid"),
        (.streaming, "Netflix,Spotify,Hulu,Disney+,Disney Plus,Apple TV,YouTube"),
        (.transit, "Uber,Lyft"),
        (.office, "Staples,Office Depot"),
        (.phone, "Verizon,AT&T"),
        (.coffee, "Starbucks,Dunkin"),
        (.fastFood, "McDonald's"),
        (.costco, "Costco"),
        (.amazon, "Amazon,Amzn"),
        (.wholeFoods, "Whole Foods,Wholefoods"),
        (.target, "Target"),
        (.walmart, "Walmart"),
        (.entertainment, "AMC"),
    ]

    private static let keywordRows: [(RewardsCategory, String)] = [
        (.groceries, "grocery,groceries,food,supermarket,market,produce,vegetables,fruits"),
        (.dining, "dining,dinner,lunch,breakfast,eat,eating out,meal"),
        (.restaurants, "restaurant,restaurants"),
        (.travel, "travel,trip,vacation,booking,reservation"),
        (.airfare, "flight,airline,airfare"),
        (.hotels, "hotel,hotels,lodging,stay"),
        (.gas, "gas,gasoline,fuel,petrol,filling up"),
        (.online, "online,online shopping"),
        (.paypal, "paypal,venmo"),
        (.drugstores, "drugstore,pharmacy,medicine"),
        (.streaming, "streaming"),
        (.transit, "transit,taxi,ride,public transport"),
        (.office, "office supplies"),
        (.phone, "phone,mobile,cell,wireless"),
        (.coffee, "coffee,cafe,café"),
        (.fastFood, "fast food"),
        (.wholeFoods, "organic"),
        (.entertainment, "movie,cinema,concert"),
        (.rent, "rent"),
    ]
}
