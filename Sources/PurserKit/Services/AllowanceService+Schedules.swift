public import Contract
public import Kernel

extension AllowanceService {
    /// Shows when a child is paid how much; a child is shown its own.
    public func getSchedule(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.ScheduleResponse {
        try await purser.call(API.Allowance.getSchedule, .init(childID: childID))
    }

    /// Sets when a child is paid; a next due day that is known stays.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func setSchedule(
        childID: ID<Entity.Child>,
        frequency: API.Allowance.Frequency,
        weekday: API.Allowance.Weekday? = nil,
        dayOfMonth: Int64? = nil,
        amount: DecimalAmount? = nil
    ) async throws -> Written<API.Allowance.ScheduleResponse> {
        try await purser.write(
            API.Allowance.setSchedule,
            .init(
                childID: childID,
                frequency: frequency,
                weekday: weekday,
                dayOfMonth: dayOfMonth,
                amount: amount
            )
        )
    }

    /// Stops a child's allowance; days that pass meanwhile are skipped for good.
    @discardableResult
    public func pauseSchedule(
        childID: ID<Entity.Child>,
        reason: String
    ) async throws -> Written<API.Allowance.ScheduleResponse> {
        try await purser.write(
            API.Allowance.pauseSchedule,
            .init(childID: childID, reason: reason)
        )
    }

    /// Lets a child's allowance go on, with its first due day that is today or later.
    @discardableResult
    public func resumeSchedule(
        childID: ID<Entity.Child>
    ) async throws -> Written<API.Allowance.ScheduleResponse> {
        try await purser.write(API.Allowance.resumeSchedule, .init(childID: childID))
    }
}
