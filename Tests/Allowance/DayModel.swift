import Allowance

/// A child's allowance as somebody with a wall calendar keeps it: every day is looked at.
///
/// It remembers what happened and no next due day; that is found by turning the pages.
struct DayModel {
    let almanac: Almanac
    var rhythm: Rhythm
    var amount: Int64
    var isPaused = false
    /// Pages of all days that were paid.
    var paid: [Int] = []
    /// Days before this page are skipped.
    private var countsFrom: Int
    /// The page that stays due after the rhythm was changed.
    private var kept: Int?

    init(almanac: Almanac, rhythm: Rhythm, amount: Int64, today: Int) {
        self.almanac = almanac
        self.rhythm = rhythm
        self.amount = amount
        countsFrom = today
    }

    private var isIdle: Bool { amount == 0 || isPaused }

    /// The pages that are due on or before today.
    func due(through today: Int) -> [Int] {
        if isIdle { return [] }
        if isWaiting { return today >= countsFrom ? [today] : [] }
        return pages(through: today)
    }

    /// Whether only a run decides when the first payment is.
    var isWaiting: Bool {
        paid.isEmpty && rhythm.weekday == nil && rhythm.monthDay == nil
    }

    /// The next page that is due, whenever that is.
    var next: Int? {
        if isIdle || isWaiting { return nil }
        let start = paid.last ?? countsFrom
        return (0...800).lazy
            .compactMap { pages(through: max(start, countsFrom) + $0).first }
            .first
    }

    mutating func pay(_ pages: [Int]) {
        paid += pages
        if let last = pages.last, let kept, kept <= last { self.kept = nil }
    }

    mutating func set(amount: Int64, isPaused: Bool, today: Int) {
        let wasIdle = isIdle
        self.amount = amount
        self.isPaused = isPaused
        if isIdle { kept = nil }
        if wasIdle, !isIdle { countsFrom = today }
    }

    mutating func set(rhythm: Rhythm, today: Int) {
        if rhythm == self.rhythm { return }
        if paid.isEmpty {
            countsFrom = today
        } else {
            kept = next
        }
        self.rhythm = rhythm
    }

    /// Every page after the last payment that the rhythm marks, but for those that are skipped.
    private func pages(through today: Int) -> [Int] {
        var marked: [Int] = []
        var mark = paid.last
        var page = mark.map { $0 + 1 } ?? countsFrom
        while page <= today {
            if kept.map({ page >= $0 }) ?? true, page == kept || isMarked(page, after: mark) {
                marked.append(page)
                mark = page
            }
            page += 1
        }
        return marked.filter { $0 >= countsFrom }
    }

    /// Whether the rhythm marks a page, when the one before that it marked is known.
    private func isMarked(_ number: Int, after mark: Int?) -> Bool {
        let page = almanac.pages[number]
        if let monthDay = rhythm.monthDay {
            return page.dayOfMonth == monthDay || page.isLastOfMonth && page.dayOfMonth < monthDay
        }
        let distance = mark.map { number - $0 }
        if let weekday = rhythm.weekday {
            let isSoon = rhythm.frequency == .biweekly && (distance ?? 14) <= 7
            return page.weekday == weekday && !isSoon
        }
        return distance == (rhythm.frequency == .biweekly ? 14 : 7)
    }
}
