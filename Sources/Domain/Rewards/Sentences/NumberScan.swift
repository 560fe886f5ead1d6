import Kernel

/// Reads the numbers of a sentence that are written with digits.
struct NumberScan {
    private let sentence: SentenceWords
    private let scalars: [Unicode.Scalar]

    init(_ sentence: SentenceWords) {
        self.sentence = sentence
        self.scalars = sentence.scalars
    }

    /// The numbers that may be amounts, in their order.
    var amounts: [SaidAmount.Found] {
        var found: [SaidAmount.Found] = []
        var place = 0
        while place < scalars.count {
            guard Self.isDigit(scalars[place]) else {
                place += 1
                continue
            }
            let end = runEnd(from: place)
            if let amount = amount(place..<end) { found.append(amount) }
            place = end
        }
        return found
    }

    /// Where digits with points and commas between them end.
    private func runEnd(from start: Int) -> Int {
        var end = start + 1
        while end < scalars.count {
            let isJoint = scalars[end] == "." || scalars[end] == ","
            let isDigitNext = end + 1 < scalars.count && Self.isDigit(scalars[end + 1])
            guard Self.isDigit(scalars[end]) || isJoint && isDigitNext else { break }
            end += 1
        }
        return end
    }

    private func amount(_ run: Range<Int>) -> SaidAmount.Found? {
        guard let isSigned = isSigned(run), var cents = Self.cents(scalars[run]) else {
            return nil
        }
        var (unit, place) = word(after: run.upperBound)
        if let scale = unit.flatMap({ NumberWords.scales[$0] }), let scaled = place {
            guard cents <= Int64(Limits.amountMinor) else { return nil }
            cents *= scale
            (unit, place) = word(after: sentence.words[scaled].range.upperBound)
        }
        if let unit, SaidAmount.otherUnits.contains(unit) { return nil }
        let start = run.lowerBound
        if isSigned { return SaidAmount.Found(cents: cents, mark: .sign, place: start) }
        guard isFree(before: start) else { return nil }
        if let value = unit.flatMap({ SaidAmount.units[$0] }) {
            // Cents are counted whole.
            guard value == 100 || cents % 100 == 0 else { return nil }
            let worth = value == 100 ? cents : cents / 100
            return SaidAmount.Found(cents: worth, mark: .word, place: start)
        }
        guard isFree(after: run.upperBound) else { return nil }
        return SaidAmount.Found(cents: cents, mark: .none, place: start)
    }

    /// The word after a place, with nothing but spaces or a hyphen before it.
    private func word(after end: Int) -> (text: String?, place: Int?) {
        guard let place = sentence.words.firstIndex(where: { $0.range.lowerBound >= end }) else {
            return (nil, nil)
        }
        let gap = scalars[end..<sentence.words[place].range.lowerBound]
        let isNear = gap.allSatisfy { $0.properties.isWhitespace || $0 == "-" }
        return isNear ? (sentence.words[place].text, place) : (nil, nil)
    }

    /// Whether a number has the sign `$`; `nil` for an amount in another currency, a percentage and
    /// what is part of a word.
    private func isSigned(_ run: Range<Int>) -> Bool? {
        var before = run.lowerBound - 1
        while before >= 0, scalars[before] == " " { before -= 1 }
        let after = run.upperBound < scalars.count ? scalars[run.upperBound] : " "
        if after.isPartOfWord || after == "%" { return nil }
        let previous = before >= 0 ? scalars[before] : " "
        if previous == "$" { return isForeign(signAt: before) ? nil : true }
        if after == "$" { return true }
        let isForeign =
            previous.properties.generalCategory == .currencySymbol
            || after.properties.generalCategory == .currencySymbol
        return isForeign ? nil : false
    }

    /// Whether letters before `$` make it another country's, as in `CA$20`.
    private func isForeign(signAt place: Int) -> Bool {
        guard let word = sentence.words.last(where: { $0.range.upperBound <= place }),
            word.range.upperBound == place
        else { return false }
        return word.text.utf8.allSatisfy { $0 >= 0x61 } && word.text != "us" && word.text != "usd"
    }

    /// Whether a number is not the end of something longer: a word, a date, a time, a label.
    private func isFree(before start: Int) -> Bool {
        guard start > 0 else { return true }
        let previous = scalars[start - 1]
        switch previous {
        case "-", "/", "_", ".", "#": return false
        case ":": return start < 2 || !Self.isDigit(scalars[start - 2])
        default: return !previous.isPartOfWord
        }
    }

    /// Whether a number is not the beginning of something longer.
    private func isFree(after end: Int) -> Bool {
        guard end + 1 < scalars.count else { return true }
        switch scalars[end] {
        case "-", "/", "_", ":": return !scalars[end + 1].isPartOfWord
        default: return true
        }
    }

    // MARK: Digits

    /// `1,250.50` as 125050; `nil` where commas part no thousands or there are more decimals.
    private static func cents(_ run: ArraySlice<Unicode.Scalar>) -> Int64? {
        let parts = run.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = whole(parts[0]) else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        let decimals = parts[1]
        guard (1...2).contains(decimals.count), let value = value(decimals) else { return nil }
        return whole * 100 + (decimals.count == 1 ? value * 10 : value)
    }

    private static func whole(_ text: ArraySlice<Unicode.Scalar>) -> Int64? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        guard groups.count > 1 else { return value(text) }
        guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return value(ArraySlice(groups.joined()))
    }

    /// Digits as a number; more than 12 of them are no amount.
    private static func value(_ digits: ArraySlice<Unicode.Scalar>) -> Int64? {
        guard !digits.isEmpty, digits.count <= 12, digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1.value - 0x30) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
