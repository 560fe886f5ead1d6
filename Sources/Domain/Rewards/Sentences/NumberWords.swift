/// Reads amounts whose number is said in English words: `forty dollars`, `a hundred bucks`.
enum NumberWords {
    /// The amounts of a sentence: number words before a word for money.
    static func amounts(in sentence: SentenceWords) -> [SaidAmount.Found] {
        let words = sentence.words
        return words.indices.compactMap { place in
            guard let unit = SaidAmount.units[words[place].text] else { return nil }
            var start = place
            while start > 0, start > place - mostWords, isOfNumber(words[start - 1].text) {
                start -= 1
            }
            while start < place, !isStart(words, start, place) { start += 1 }
            guard start < place, !isAfterDigits(words, start),
                let value = value(words[start..<place].map(\.text))
            else { return nil }
            return SaidAmount.Found(
                cents: value * unit,
                mark: .word,
                place: words[start].range.lowerBound
            )
        }
    }

    /// Whether the number begins with digits, as in `5 hundred dollars`.
    private static func isAfterDigits(_ words: [SentenceWords.Word], _ start: Int) -> Bool {
        guard start > 0, let last = words[start - 1].text.utf8.last else { return false }
        return scales[words[start].text] != nil && (0x30...0x39).contains(last)
    }

    /// More words than any amount has.
    private static let mostWords = 16

    private static func isOfNumber(_ word: String) -> Bool {
        small[word] != nil || scales[word] != nil || word == "and" || word == "a"
    }

    /// Whether a number may begin here: `and` begins none, `a` only before `hundred` and the like.
    private static func isStart(_ words: [SentenceWords.Word], _ place: Int, _ end: Int) -> Bool {
        guard words[place].text == "a" else { return words[place].text != "and" }
        return place + 1 < end && scales[words[place + 1].text] != nil
    }

    /// The number that words say; `nil` when they say none, such as `two three`.
    static func value(_ words: [String]) -> Int64? {
        var total: Int64 = 0
        var group: Int64 = 0
        var lastScale = Int64.max
        var isOpen = false
        for word in words {
            if word == "and" || word == "a" { continue }
            if let number = small[word] {
                // Units fit behind tens, and both behind hundreds.
                let room: Int64 = number < 10 ? 10 : 100
                let isTeen = number >= 10 && number < 20
                guard group % room == 0, !isTeen || group % 100 == 0 else { return nil }
                guard number != 0 || words.count == 1 else { return nil }
                guard number >= 10 || group % 100 == 0 || group % 100 >= 20 else { return nil }
                group += number
            } else if word == "hundred" {
                guard group < 100 else { return nil }
                group = max(1, group) * 100
            } else if let scale = scales[word] {
                guard scale < lastScale, group > 0 || !isOpen else { return nil }
                total += max(1, group) * scale
                group = 0
                lastScale = scale
            } else {
                return nil
            }
            isOpen = true
        }
        return isOpen ? total + group : nil
    }

    /// The words that multiply what stands before them.
    static let scales: [String: Int64] = [
        "hundred": 100, "thousand": 1_000, "grand": 1_000, "million": 1_000_000,
    ]

    private static let small: [String: Int64] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
        "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
        "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
        "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50,
        "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]
}
