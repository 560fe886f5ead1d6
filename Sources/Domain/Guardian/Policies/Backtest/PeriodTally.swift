/// The sum and the number of one calendar period and of the one before it.
///
/// Two are kept because a clock that is put back over midnight shows the day before once more.
struct PeriodTally: Sendable {
    private struct Part {
        var period = Int32.min
        var count: Int32 = 0
        var sum: Int64 = 0
    }

    private var current = Part()
    private var before = Part()

    /// Adds an amount to a period.
    mutating func add(_ amount: Int64, to period: Int32) {
        if period == before.period, period != current.period {
            before.count += 1
            before.sum &+= amount
            return
        }
        if period != current.period {
            before = current
            current = Part(period: period)
        }
        current.count += 1
        current.sum &+= amount
    }

    func sum(of period: Int32) -> Int64 {
        period == current.period ? current.sum : period == before.period ? before.sum : 0
    }

    func count(of period: Int32) -> Int64 {
        let part = period == current.period ? current : before
        return period == part.period ? Int64(part.count) : 0
    }
}

/// The calendar periods that an instant belongs to, as numbers.
struct Periods: Sendable {
    let day: Int32
    let week: Int32
    let month: Int32
}
