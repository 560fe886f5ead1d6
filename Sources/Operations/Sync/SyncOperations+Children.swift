import Allowance
public import Contract
public import Kernel
import Ledger
import SQL
import Store

extension SyncOperations {
    /// Children with their allowances; their own endpoints make them and take them away.
    public var children: CopiedRecords<Entity.Child, API.Sync.ChildValue> {
        CopiedRecords(
            endpoints: API.Sync.child,
            kind: .child,
            list: { ids, desk in
                let percents = try Jars.percents(of: ids, in: desk.session)
                return try Children.list(ids, of: desk.household, in: desk.session).map { child in
                    let jars = percents[child.id] ?? [:]
                    let split = API.Allowance.SplitPercents(
                        save: jars[.save] ?? 0,
                        give: jars[.give] ?? 0
                    )
                    return (child.id, API.Sync.ChildValue(child, split))
                }
            },
            permit: { _, standing, wanted, desk in
                guard desk.membership.role == .parent, standing != nil, wanted != nil else {
                    throw Problem(.forbidden)
                }
            },
            create: { _, _, _ in throw Problem(.forbidden) },
            change: { id, standing, wanted, desk in
                try allowance.changeChild(id, from: standing, to: wanted, desk)
            }
        )
    }
}

extension API.Sync.ChildValue {
    /// What devices copy of a child.
    fileprivate init(_ child: ChildProfile, _ split: API.Allowance.SplitPercents) {
        let (schedule, rhythm) = (child.schedule, child.schedule.rhythm)
        self.init(
            firstName: child.firstName ?? "",
            lastName: child.lastName ?? "",
            weeklyAllowance: DecimalAmount(minor: schedule.amountMinor),
            frequency: API.Allowance.Frequency(rhythm.frequency),
            weekday: rhythm.weekday.map { API.Allowance.Weekday.allCases[$0] },
            dayOfMonth: rhythm.monthDay.map(Int64.init),
            isPaused: schedule.isPaused,
            pauseReason: child.pauseReason,
            split: split
        )
    }
}

extension AllowanceOperations {
    /// Changes what differs, each by the link of its own; the last one's place is the version.
    fileprivate func changeChild(
        _ id: ID<Entity.Child>,
        from standing: API.Sync.ChildValue,
        to wanted: API.Sync.ChildValue,
        _ desk: CopyDesk
    ) throws {
        let (call, session) = (desk.call, desk.session)
        if wanted.firstName != standing.firstName || wanted.lastName != standing.lastName {
            try Self.rename(id, wanted.firstName, wanted.lastName, desk)
        }
        let schedules = [standing, wanted].map { API.Allowance.ScheduleRequest(id, $0) }
        if schedules[0] != schedules[1] {
            try schedule(schedules[1], desk.moved(), call, in: session)
        }
        let split = wanted.split
        if split != standing.split {
            let parts = Split(savePercent: split.save, givePercent: split.give)
            guard let parts else { preconditionFailure("the parts of a split were checked") }
            try share(id, parts, desk.moved(), call, in: session)
        }
        guard wanted.pauseReason != standing.pauseReason else { return }
        if let reason = wanted.pauseReason {
            let pause = API.Allowance.PauseRequest(childID: id, reason: reason)
            try self.pause(pause, desk.moved(), call, in: session)
        } else {
            try resume(id, desk.moved(), call, in: session)
        }
    }

    /// Gives a child another name, and records who did; the link does not hold it.
    private static func rename(
        _ id: ID<Entity.Child>,
        _ firstName: String,
        _ lastName: String,
        _ desk: CopyDesk
    ) throws {
        let child = try profile(id, seenBy: desk.membership, in: desk.session)
        try Members.rename(child.member, firstName, lastName, in: desk.session)
        try recordEdit(
            .childNamed,
            of: id.text,
            [],
            owner: child.member,
            desk.moved(),
            desk.call,
            in: desk.session
        )
    }
}
