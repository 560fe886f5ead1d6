import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Shows when a child is paid how much; a child is shown its own.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not look at the child, whether or not
    ///   there is one; `unauthenticated`; `DatabaseError`.
    public func getSchedule(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.ScheduleResponse {
        try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            return API.Allowance.ScheduleResponse(child, membership.zone)
        }
    }

    /// Sets when a child is paid, and how much; a next due day that is known stays.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func setSchedule(
        _ input: API.Allowance.ScheduleRequest,
        _ call: Call
    ) async throws -> API.Allowance.ScheduleResponse {
        try await writing(call) { session, membership in
            let child = try schedule(input, membership, call, in: session)
            return API.Allowance.ScheduleResponse(child, membership.zone)
        }
    }

    /// Sets when a child is paid, and records who did.
    ///
    /// - Throws: ``Problem`` as ``setSchedule(_:_:)`` does.
    @discardableResult
    func schedule(
        _ input: API.Allowance.ScheduleRequest,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChildProfile {
        guard let rhythm = Rhythm(input) else {
            throw Problem.invalid("frequency, weekday and dayOfMonth do not fit together")
        }
        return try changeTerms(of: input.childID, as: .allowanceSet, membership, call, in: session)
        { child, today in
            child.schedule.setRhythm(rhythm, today: today)
            if let amount = input.amount { child.schedule.setAmount(amount.minor, today: today) }
            return Self.recorded(child.schedule)
        }
    }

    /// Stops a child's allowance; days that pass meanwhile are skipped for good.
    ///
    /// Of one that is paused already only the reason changes.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func pauseSchedule(
        _ input: API.Allowance.PauseRequest,
        _ call: Call
    ) async throws -> API.Allowance.ScheduleResponse {
        try await writing(call) { session, membership in
            let child = try pause(input, membership, call, in: session)
            return API.Allowance.ScheduleResponse(child, membership.zone)
        }
    }

    /// Stops a child's allowance, and records who did.
    @discardableResult
    func pause(
        _ input: API.Allowance.PauseRequest,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChildProfile {
        let id = input.childID
        return try changeTerms(of: id, as: .allowancePaused, membership, call, in: session) {
            child,
            _ in
            child.schedule.pause()
            let since = child.pausedAt ?? call.now
            try Allowances.pause(id, because: input.reason, at: since, in: session)
            return [JSON.Member("reason", .string(input.reason))]
        }
    }

    /// Lets a child's allowance go on, with the first day of its rhythm that is today or later.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func resumeSchedule(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.ScheduleResponse {
        try await writing(call) { session, membership in
            let child = try resume(input.childID, membership, call, in: session)
            return API.Allowance.ScheduleResponse(child, membership.zone)
        }
    }

    /// Lets a child's allowance go on, and records who did.
    @discardableResult
    func resume(
        _ id: ID<Entity.Child>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChildProfile {
        try changeTerms(of: id, as: .allowanceResumed, membership, call, in: session) {
            child,
            today in
            child.schedule.resume(today: today)
            try Allowances.pause(id, because: nil, at: call.now, in: session)
            return []
        }
    }
}

extension Rhythm {
    /// The rhythm that a request asks for; `nil` when its fields do not fit together.
    fileprivate init?(_ input: API.Allowance.ScheduleRequest) {
        let frequency: Frequency =
            switch input.frequency {
            case .weekly: .weekly
            case .biweekly: .biweekly
            case .monthly: .monthly
            }
        self.init(
            frequency: frequency,
            weekday: input.weekday.flatMap(API.Allowance.Weekday.allCases.firstIndex),
            monthDay: input.dayOfMonth.map(Int.init)
        )
    }
}

extension API.Allowance.ScheduleResponse {
    /// A child's schedule, with its days in the household's zone.
    fileprivate init(_ child: ChildProfile, _ zone: Zone) {
        let schedule = child.schedule
        let midnight = { (day: CivilDay) in WireTimestamp(zone.start(of: day)) }
        self.init(
            childID: child.id,
            frequency: API.Allowance.Frequency(schedule.rhythm.frequency),
            weekday: schedule.rhythm.weekday.map { API.Allowance.Weekday.allCases[$0] },
            dayOfMonth: schedule.rhythm.monthDay.map(Int64.init),
            amount: DecimalAmount(minor: schedule.amountMinor),
            isPaused: schedule.isPaused,
            pauseReason: child.pauseReason,
            pausedAt: child.pausedAt.map(WireTimestamp.init),
            nextAllowanceDate: schedule.shownNextDue.map(midnight),
            lastAllowanceDate: child.lastPaid.map(midnight),
            upcoming: schedule.upcoming(Limits.dueDaysShown).map(\.text)
        )
    }
}

extension API.Allowance.Frequency {
    /// The wire's word for a frequency.
    init(_ frequency: Frequency) {
        self =
            switch frequency {
            case .weekly: .weekly
            case .biweekly: .biweekly
            case .monthly: .monthly
            }
    }
}
