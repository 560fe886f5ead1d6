import Kernel

extension API.Allowance {
    /// Shows when a child is paid how much.
    public static let getSchedule = Endpoint<ChildRequest, ScheduleResponse>(
        "getSchedule",
        .get,
        "/api/v1/children/{childId}/schedule",
        "Shows when a child is paid how much; a child is shown its own.",
        access: .member,
        surface: .allowance,
        example: .example,
        answers: .friday
    )

    /// Sets when a child is paid, and how much, from the next due day on.
    public static let setSchedule = Endpoint<ScheduleRequest, ScheduleResponse>(
        "setSchedule",
        .put,
        "/api/v1/children/{childId}/schedule",
        "Sets when a child is paid; a next due day that is known stays.",
        access: .parent,
        surface: .allowance,
        example: ScheduleRequest(
            childID: exampleChild,
            frequency: .weekly,
            weekday: .friday,
            amount: DecimalAmount(minor: 1_000)
        ),
        answers: .friday
    )

    /// Stops a child's allowance; days that pass meanwhile are skipped for good.
    public static let pauseSchedule = Endpoint<PauseRequest, ScheduleResponse>(
        "pauseSchedule",
        .post,
        "/api/v1/children/{childId}/schedule/pause",
        "Stops a child's allowance; days that pass meanwhile are skipped for good.",
        access: .parent,
        surface: .allowance,
        example: PauseRequest(childID: exampleChild, reason: "Holidays with the grandparents"),
        answers: ScheduleResponse(
            childID: exampleChild,
            frequency: .weekly,
            weekday: .friday,
            amount: DecimalAmount(minor: 1_000),
            isPaused: true,
            pauseReason: "Holidays with the grandparents",
            pausedAt: WireTimestamp(Timestamp(seconds: 1_736_942_400)),
            lastAllowanceDate: WireTimestamp(Timestamp(seconds: 1_736_467_200))
        )
    )

    /// Lets a child's allowance go on, with the first day of its rhythm that is today or later.
    public static let resumeSchedule = Endpoint<ChildRequest, ScheduleResponse>(
        "resumeSchedule",
        .post,
        "/api/v1/children/{childId}/schedule/resume",
        "Lets a child's allowance go on, with its first due day that is today or later.",
        access: .parent,
        surface: .allowance,
        example: .example,
        answers: .friday
    )
}

extension API.Allowance.ScheduleResponse {
    /// A schedule as the document shows it.
    fileprivate static let friday = Self(
        childID: API.Allowance.exampleChild,
        frequency: .weekly,
        weekday: .friday,
        amount: DecimalAmount(minor: 1_000),
        nextAllowanceDate: WireTimestamp(Timestamp(seconds: 1_737_072_000)),
        lastAllowanceDate: WireTimestamp(Timestamp(seconds: 1_736_467_200)),
        upcoming: ["2025-01-17", "2025-01-24", "2025-01-31", "2025-02-07", "2025-02-14"]
    )
}
