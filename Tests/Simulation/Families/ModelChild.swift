import Contract
import Kernel

/// What a child is owed, is paid and has, day by day.
struct ModelChild: Sendable {
    /// One due day.
    struct Due: Sendable, Equatable {
        let amountMinor: Int64
        var isPaid = false
    }

    let number: Int
    let id: ID<Entity.Child>
    let wallet: ID<Entity.Account>
    var isRemoved = false

    private(set) var rhythm = ModelRhythm()
    private(set) var amountMinor: Int64
    private(set) var isPaused = false
    /// The first day that was not looked at yet.
    private(set) var from: Int
    private(set) var last: Int?
    /// The next due day that an earlier rhythm set.
    private(set) var held: Int?

    private(set) var dues: [Int: Due] = [:]
    private(set) var owed: Set<Int> = []

    /// Per cent to save and to give, once there are jars.
    var percents: (save: Int64, give: Int64)?
    var spendMinor: Int64 = 0
    var saveMinor: Int64 = 0
    var giveMinor: Int64 = 0
    /// What came into the wallet by allowances, and what did otherwise, less what went.
    private(set) var paidMinor: Int64 = 0
    private(set) var movedMinor: Int64 = 0
    private(set) var movements = 0

    init(
        number: Int,
        id: ID<Entity.Child>,
        wallet: ID<Entity.Account>,
        amountMinor: Int64,
        today: Int
    ) {
        self.number = number
        self.id = id
        self.wallet = wallet
        self.amountMinor = amountMinor
        from = today
    }

    var isActive: Bool { amountMinor > 0 && !isPaused && !isRemoved }
    private var awaitsFirstRun: Bool { rhythm.isFree && last == nil }

    // MARK: Due days

    /// Looks at the days up to today, one after the other.
    ///
    /// `isRun`: Whether this is a run that pays, on whose day a free rhythm begins.
    mutating func look(through today: Int, isRun: Bool) {
        guard isActive else { return }
        guard !awaitsFirstRun else {
            if isRun, from <= today { note(today) }
            return
        }
        while from <= today {
            if isDue(from) { note(from) }
            from += 1
        }
    }

    private func isDue(_ day: Int) -> Bool {
        held.map { day == $0 } ?? rhythm.isDue(day, after: last)
    }

    private mutating func note(_ day: Int) {
        dues[day] = Due(amountMinor: amountMinor)
        owed.insert(day)
        last = day
        held = nil
    }

    /// The day that is due next, or from which on a run makes one due; `nil` when nothing can be.
    var nextDue: Int? {
        guard isActive else { return nil }
        guard !awaitsFirstRun else { return from }
        var day = from
        while !isDue(day) { day += 1 }
        return day
    }

    // MARK: Terms

    mutating func setAmount(_ minor: Int64, today: Int) {
        change(today) { $0.amountMinor = minor }
    }

    mutating func pause(today: Int) {
        change(today) { $0.isPaused = true }
    }

    mutating func resume(today: Int) {
        change(today) { $0.isPaused = false }
    }

    mutating func setRhythm(_ rhythm: ModelRhythm, today: Int) {
        guard rhythm != self.rhythm else { return }
        if last == nil {
            from = today
        } else {
            held = nextDue
        }
        self.rhythm = rhythm
    }

    /// Days that pass while nothing can be due are skipped; it goes on with today.
    private mutating func change(_ today: Int, _ change: (inout ModelChild) -> Void) {
        let wasActive = isActive
        change(&self)
        if !isActive { held = nil }
        if isActive, !wasActive { from = today }
    }

    // MARK: Money

    mutating func pay(_ day: Int) {
        guard let due = dues[day], owed.remove(day) != nil else {
            preconditionFailure("day \(day) is owed")
        }
        dues[day]?.isPaid = true
        paidMinor += due.amountMinor
        spendMinor += due.amountMinor
        movements += 1
        guard let percents else { return }
        let save = due.amountMinor * percents.save / 100
        let give = due.amountMinor * percents.give / 100
        if save > 0 { move(-save) }
        if give > 0 { move(-give) }
        saveMinor += save
        giveMinor += give
    }

    /// Moves money into the wallet, or out of it.
    mutating func move(_ minor: Int64) {
        movedMinor += minor
        spendMinor += minor
        movements += 1
    }

    /// Owes nothing more, and gives back what there is.
    mutating func remove() -> Int64 {
        let rest = spendMinor + saveMinor + giveMinor
        for day in owed { dues[day] = nil }
        owed = []
        isRemoved = true
        if spendMinor > 0 { move(-spendMinor) }
        saveMinor = 0
        giveMinor = 0
        return rest
    }
}
