import Guardian
import Testing

@Suite("Risk words")
struct RiskWordsTests {
    @Test(
        "are found as whole words, in any case, the first of several",
        arguments: [
            ("lootbox", "lootbox"), ("loot box", "loot box"), ("gacha", "gacha"),
            ("crate", "crate"), ("crates", "crates"), ("casino", "casino"), ("slots", "slots"),
            ("bet", "bet"), ("sportsbook", "sportsbook"), ("wager", "wager"),
            ("Pixel Casino", "casino"), ("PIXEL CASINO", "casino"), ("Casino-Royale", "casino"),
            ("Loot  Box", "loot box"), ("LOOT-BOX!", "loot box"), ("loot\nbox", "loot box"),
            ("(bet)", "bet"), ("Bet & Wager", "bet"), ("🎰slots🎰", "slots"), ("bet_now", "bet"),
            ("loot loot box", "loot box"), ("Crates, Inc.", "crates"),
        ]
    )
    func found(text: String, word: String) {
        #expect(RiskWords.first(in: text) == word)
    }

    @Test(
        "are not found within other words, nor when half of one is missing",
        arguments: [
            "", " ", "Steam", "Betty's", "alphabet", "bet365", "Casinos", "Socrates", "slot",
            "loot", "box", "box loot", "loot a box", "lootboxes", "wagers", "sandcrate", "gachapon",
            "be\u{301}t", "bet\u{301}", "7bet",
        ]
    )
    func missing(text: String) {
        #expect(RiskWords.first(in: text) == nil)
    }
}
