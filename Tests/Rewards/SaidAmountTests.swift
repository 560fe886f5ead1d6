import Kernel
import Rewards
import Testing

@Suite("Amounts in sentences")
struct SaidAmountTests {
    @Test("amounts are read, those with a sign before those with a word before others")
    func amounts() {
        let rows: [(String, Int64)] = [
            ("$1,250.50", 125_050), ("$ 20", 2_000), ("20$", 2_000), ("US$20 lunch", 2_000),
            ("lunch,$12.", 1_200), ("$12.5", 1_250), ("$1,000,000", 100_000_000),
            ("20 bucks", 2_000), ("one buck", 100), ("forty dollars", 4_000),
            ("Forty-Five Dollars", 4_500), ("twenty five bucks", 2_500),
            ("two thousand and six dollars", 200_600), ("three grand dollars", 300_000),
            ("nineteen hundred dollars", 190_000), ("a thousand bucks", 100_000),
            ("one hundred two thousand dollars", 10_200_000), ("50 cents", 50),
            ("ninety nine cents", 99), ("a 20-dollar lunch", 2_000), ("5 hundred dollars", 50_000),
            ("$5 million", 500_000_000), ("lunch 12.50 for 2", 1_250), ("2 for 12.50", 200),
            ("3 shirts for 20 bucks", 2_000), ("20 bucks and $5", 500), ("7 and 8 dollars", 800),
            ("lunch at 12:30 for 15", 1_500), ("movie on 2025-03-01 for 12 dollars", 1_200),
            ("10% off 30", 3_000), ("total:50", 5_000), ("(45)", 4_500), ("0 or 5", 500),
            ("lunch and forty dollars", 4_000), ("four or five dollars", 500),
            ("$10,000,000,000", 1_000_000_000_000), ("iphone15 for 900", 90_000),
        ]
        for (text, cents) in rows {
            #expect(SaidAmount(in: text)?.cents == cents, "\(text)")
        }
    }

    @Test("what is no amount is none")
    func none() {
        let texts = [
            "", "lunch", "$", "$0", "0.00", "zero dollars", "$1250.505", "1,25 for lunch",
            "$1.2.3", "7-Eleven", "3x points", "2nd card", "10%", "10 percent", "€20", "20€",
            "20 euros", "2 pounds of produce", "CA$20 lunch", "$20 CAD", "card #4", "12:30",
            "01/02/2025", "-5", "v1_2", "forty", "three coffees", "two three dollars",
            "twenty fifteen dollars", "dollars", "a dollar", "$99999999999", "$10,000,000,000.01",
            "12.5 cents", "$50k", "1e5", "9999999999999999999999 dollars", "and dollars",
        ]
        for text in texts { #expect(SaidAmount(in: text) == nil, "\(text)") }
    }

    @Test("how an amount is known to be money is told")
    func marks() {
        #expect(SaidAmount(in: "$5")?.mark == .sign)
        #expect(SaidAmount(in: "5 bucks")?.mark == .word)
        #expect(SaidAmount(in: "five bucks")?.mark == .word)
        #expect(SaidAmount(in: "5")?.mark == SaidAmount.Mark.none)
    }

    @Test("every number of English words is read as it is said")
    func counting() {
        for number in 1..<10_000 {
            let said = SaidAmount(in: "about \(Self.words(number)) dollars")
            #expect(said?.cents == Int64(number) * 100, "\(Self.words(number))")
        }
    }

    private static func words(_ number: Int) -> String {
        if number >= 1_000 {
            let rest = number % 1_000
            let joint = rest == 0 ? "" : rest < 100 ? " and " : " "
            return words(number / 1_000) + " thousand" + joint + (rest == 0 ? "" : words(rest))
        }
        if number >= 100 {
            let rest = number % 100
            return words(number / 100) + " hundred" + (rest == 0 ? "" : " and " + words(rest))
        }
        if number < 20 { return units[number] }
        let unit = number % 10
        return tens[number / 10] + (unit == 0 ? "" : "-" + units[unit])
    }

    private static let units = [
        "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
}
