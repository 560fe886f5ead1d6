import Kernel

/// The days that a question names.
struct PeriodReader {
    /// Days as they are named.
    struct Found: Hashable {
        let days: ClosedRange<CivilDay>
        /// Where they stand in the question.
        let place: Int
        /// Whether something is compared with them, as with `than last month`.
        let isBaseline: Bool
        /// Whether all days before them are meant, as with `before May`.
        let isOpen: Bool
    }

    private let today: CivilDay
    private(set) var text: QuestionText

    init(_ text: QuestionText, today: CivilDay) {
        self.text = text
        self.today = today
    }

    /// Reads all periods in their order, and marks their words as understood.
    mutating func read() -> [Found] {
        var found: [Found] = []
        var place = 0
        while place < text.tokens.count {
            if let (days, end) = range(at: place) ?? span(at: place) {
                let isOpen = ["before", "until", "till", "by"].contains(text.word(place - 1) ?? "")
                found.append(
                    Found(
                        days: days,
                        place: place,
                        isBaseline: isBaseline(place),
                        isOpen: isOpen
                    )
                )
                text.use(place..<end)
                place = end
            } else {
                place += 1
            }
        }
        return found
    }

    /// Words before a period that something is compared with.
    private func isBaseline(_ place: Int) -> Bool {
        let before = [text.word(place - 1), text.word(place - 2)].compactMap(\.self)
        guard let last = before.first else { return false }
        if ["than", "against", "versus", "vs"].contains(last) { return true }
        let compares = ["compare", "compared", "comparison"].contains(before.last ?? "")
        return ["to", "with"].contains(last) && compares
            || last == "in" && before.last == "than"
    }

    // MARK: From one day to another

    private func range(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        guard let word = text.word(place) else { return nil }
        if word == "since" || word == "after" {
            guard let (days, end) = span(at: place + 1) else { return nil }
            let first = word == "since" ? days.lowerBound : days.upperBound.adding(days: 1)
            return first <= today ? (first...today, end) : nil
        }
        let link = word == "between" ? "and" : "to"
        let other = word == "between" ? "and" : "until"
        guard ["between", "from"].contains(word),
            let (first, middle) = span(at: place + 1),
            [link, other, "through", "till"].contains(text.word(middle) ?? ""),
            let (last, end) = span(at: middle + 1),
            first.lowerBound <= last.upperBound
        else { return nil }
        return (first.lowerBound...last.upperBound, end)
    }

    // MARK: One span

    private func span(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        guard let token = text.token(place) else { return nil }
        switch token.kind {
        case .day(let day): return (day...day, place + 1)
        case .month(let month): return (month.days, place + 1)
        case .number: return dayOfMonth(at: place) ?? year(at: place)
        case .word: return named(at: place) ?? relative(at: place) ?? month(at: place)
        }
    }

    private func named(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        switch text.word(place) {
        case "today": return (today...today, place + 1)
        case "yesterday":
            let day = today.adding(days: -1)
            return (day...day, place + 1)
        case "last", "this", "past":
            guard let day = weekday(at: place + 1) else { return nil }
            return (day...day, place + 2)
        default: return weekday(at: place).map { ($0...$0, place + 1) }
        }
    }

    /// The latest day of a name; of today's name it is the one a week ago.
    private func weekday(at place: Int) -> CivilDay? {
        guard let word = text.word(place),
            let number = Self.weekdays.firstIndex(of: word)
        else { return nil }
        let back = (today.weekday - number + 7) % 7
        return today.adding(days: back == 0 ? -7 : -back)
    }

    /// Whether a word is the name of a month or a day of the week.
    static func isNameOfDays(_ word: String) -> Bool {
        months[word] != nil || weekdays.contains(word)
    }

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// `this month`, `last week`, `the past 30 days`.
    private func relative(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        guard let word = text.word(place),
            ["this", "current", "last", "past", "previous"].contains(word)
        else { return nil }
        let isCurrent = word == "this" || word == "current"
        if !isCurrent, let number = text.token(place + 1)?.integer, number > 0,
            let unit = text.word(place + 2), let days = last(number, unit)
        {
            return (days, place + 3)
        }
        guard let unit = text.word(place + 1) else { return nil }
        return whole(unit, back: isCurrent ? 0 : 1).map { ($0, place + 2) }
    }

    private func whole(_ unit: String, back: Int) -> ClosedRange<CivilDay>? {
        switch unit {
        case "day": return today.adding(days: -back)...today.adding(days: -back)
        case "week":
            let monday = today.adding(days: -today.weekday - 7 * back)
            return monday...monday.adding(days: 6)
        case "month": return today.month.adding(months: -back).days
        case "year": return Self.year(today.month.year - back)
        default: return nil
        }
    }

    /// The last days up to today, or the last whole months or years before this one.
    private func last(_ number: Int, _ unit: String) -> ClosedRange<CivilDay>? {
        switch unit {
        case "day", "days": return today.adding(days: 1 - number)...today
        case "week", "weeks": return today.adding(days: 1 - 7 * number)...today
        case "month", "months":
            guard number <= 1_200 else { return nil }
            let last = today.month.adding(months: -1)
            return today.month.adding(months: -number).firstDay...last.lastDay
        case "year", "years":
            let year = today.month.year
            guard number < year, let first = Self.year(year - number),
                let last = Self.year(year - 1)
            else { return nil }
            return first.lowerBound...last.upperBound
        default: return nil
        }
    }

    // MARK: The calendar

    /// A month's name with a day or a year, or alone: then its latest occurrence.
    private func month(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        guard let word = text.word(place), let number = Self.months[word] else { return nil }
        if word == "may", ["i", "we"].contains(text.word(place + 1) ?? "") { return nil }
        if let day = text.token(place + 1)?.integer, (1...31).contains(day) {
            let year = namedYear(at: place + 2)
            return self.day(day, number, year).map { ($0...$0, place + (year == nil ? 2 : 3)) }
        }
        if let year = namedYear(at: place + 1) {
            return CivilDay(year: year, month: number, day: 1).map { ($0.month.days, place + 2) }
        }
        let isPast = number <= today.month.month
        let year = today.month.year - (isPast ? 0 : 1)
        return CivilDay(year: year, month: number, day: 1).map { ($0.month.days, place + 1) }
    }

    /// `5 June` and `5th of June`.
    private func dayOfMonth(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        guard let day = text.token(place)?.integer, (1...31).contains(day) else { return nil }
        let next = text.word(place + 1) == "of" ? place + 2 : place + 1
        guard let word = text.word(next), let number = Self.months[word] else { return nil }
        let year = namedYear(at: next + 1)
        return self.day(day, number, year).map { ($0...$0, next + (year == nil ? 1 : 2)) }
    }

    private func day(_ day: Int, _ month: Int, _ year: Int?) -> CivilDay? {
        if let year { return CivilDay(year: year, month: month, day: day) }
        // The latest that has been; a 29 February may be some years ago.
        for back in 0...8 {
            let year = today.month.year - back
            if let found = CivilDay(year: year, month: month, day: day), found <= today {
                return found
            }
        }
        return nil
    }

    private func year(at place: Int) -> (ClosedRange<CivilDay>, end: Int)? {
        guard let year = namedYear(at: place),
            ["in", "for", "during", "of", "since", "year"].contains(text.word(place - 1) ?? ""),
            let days = Self.year(year)
        else { return nil }
        return (days, place + 1)
    }

    private func namedYear(at place: Int) -> Int? {
        text.token(place)?.integer.flatMap { (1_970...2_200).contains($0) ? $0 : nil }
    }

    private static func year(_ year: Int) -> ClosedRange<CivilDay>? {
        guard let first = CivilDay(year: year, month: 1, day: 1),
            let last = CivilDay(year: year, month: 12, day: 31)
        else { return nil }
        return first...last
    }

    private static let months: [String: Int] = {
        let names = [
            ["january", "jan"], ["february", "feb"], ["march", "mar"], ["april", "apr"], ["may"],
            ["june", "jun"], ["july", "jul"], ["august", "aug"], ["september", "sep", "sept"],
            ["october", "oct"], ["november", "nov"], ["december", "dec"],
        ]
        let pairs = names.enumerated().flatMap { place, names in names.map { ($0, place + 1) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}

extension CivilMonth {
    /// Its days.
    var days: ClosedRange<CivilDay> { firstDay...lastDay }
}
