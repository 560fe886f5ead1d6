import Contract
import Kernel
import Operations
import Web

// MARK: Goals and jars

extension FamilyChange {
    func createGoal() async throws -> String {
        let request = API.Allowance.GoalRequest(
            childID: try await whose(),
            name: form["name"],
            targetAmount: try amount("targetAmount")
        )
        return try await make(API.Allowance.createGoal, request, seenAt: "goals")
    }

    func updateGoal() async throws -> String {
        let request = API.Allowance.GoalUpdateRequest(
            goalID: try thing(),
            name: form["name"],
            targetAmount: try amount("targetAmount")
        )
        return try await make(API.Allowance.updateGoal, request, seenAt: "goals")
    }

    func deleteGoal() async throws -> String {
        try await make(API.Allowance.deleteGoal, .init(goalID: try thing()), seenAt: "goals")
    }

    /// Puts something of the child's own money in for what it saves for.
    func saveUp() async throws -> String {
        let request = API.Allowance.JarMoveRequest(
            childID: try await whose(),
            from: .spend,
            to: .save,
            amount: try amount()
        )
        return try await make(API.Allowance.moveBetweenJars, request, seenAt: "goals")
    }

    func moveBetweenJars() async throws -> String {
        let request = API.Allowance.JarMoveRequest(
            childID: try await whose(),
            from: try choice("from"),
            to: try choice("to"),
            amount: try amount()
        )
        let part = child == nil ? "goals" : "jars"
        return try await make(API.Allowance.moveBetweenJars, request, seenAt: part)
    }

    func split() async throws -> String {
        let request = API.Allowance.SplitRequest(
            childID: try await whose(),
            spend: try number("spend"),
            save: try number("save"),
            give: try number("give")
        )
        return try await make(API.Allowance.setSplit, request, seenAt: "jars")
    }
}

// MARK: The allowance

extension FamilyChange {
    func setSchedule() async throws -> String {
        let frequency: API.Allowance.Frequency = try choice("frequency")
        let isMonthly = frequency == .monthly
        // The page shows both days; which one counts, the rhythm says.
        let weekday: API.Allowance.Weekday? =
            isMonthly || form["weekday"].isEmpty ? nil : try choice("weekday")
        let request = API.Allowance.ScheduleRequest(
            childID: try await whose(),
            frequency: frequency,
            weekday: weekday,
            dayOfMonth: isMonthly && textIfTyped("dayOfMonth") != nil
                ? Int64(try number("dayOfMonth")) : nil,
            amount: try amount()
        )
        return try await make(API.Allowance.setSchedule, request, seenAt: "schedule")
    }

    func endSchedule() async throws -> String {
        let request = API.Allowance.UpdateAllowanceRequest(
            childID: try await whose(),
            weeklyAllowance: DecimalAmount(minor: 0)
        )
        return try await make(API.Allowance.updateAllowance, request, seenAt: "schedule")
    }

    func pause() async throws -> String {
        let request = API.Allowance.PauseRequest(childID: try await whose(), reason: form["reason"])
        return try await make(API.Allowance.pauseSchedule, request, seenAt: "schedule")
    }

    func resume() async throws -> String {
        let request = API.Allowance.ChildRequest(childID: try await whose())
        return try await make(API.Allowance.resumeSchedule, request, seenAt: "schedule")
    }
}
