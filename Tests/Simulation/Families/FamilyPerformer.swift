import Contract
import Kernel
import Operations
import SQL

/// One request of a parent, with everything that decides what it does.
struct FamilyCall: Sendable {
    /// Decides the ids that the call makes, and is its key.
    let number: UInt64
    let action: FamilyAction
    let nowMS: Int64
    /// A failure of the engine at the first attempt.
    let fault: Fault?
}

/// How one attempt ended.
enum FamilyOutcome: Sendable, Equatable {
    case done
    case refused(Problem.Kind)
    case replayed(status: Int)
    case failed(code: String, isPlanned: Bool, wasDone: Bool, reason: String)
}

/// Sends what parents ask for to the operations, as the server does.
struct FamilyPerformer: Sendable {
    let database: any Database
    let keys: Keys

    /// Makes a call, and makes it again after a failure that may pass.
    ///
    /// - Returns: Every attempt, in order.
    func perform(_ call: FamilyCall, in family: ModelFamily) async -> [FamilyOutcome] {
        let first = await attempt(call, in: family, call.fault)
        guard case .failed(let code, true, _, _) = first, Fault.passing.contains(code) else {
            return [first]
        }
        return [first, await attempt(call, in: family, nil)]
    }

    private func attempt(
        _ call: FamilyCall,
        in family: ModelFamily,
        _ fault: Fault?
    ) async -> FamilyOutcome {
        let ids = SeededIDs(seed: call.number)
        let faulty = FaultyDatabase(database, fault, ids)
        let request = FamilyRequest(
            operations: keys.operations(on: faulty),
            keys: keys,
            call: call,
            family: family,
            ids: ids
        )
        do {
            try await request.run()
            return .done
        } catch let answer as ReplayedAnswer {
            return .replayed(status: answer.status)
        } catch let problem as Problem {
            return .refused(problem.kind)
        } catch let error as DatabaseError {
            return .failed(
                code: error.code.rawValue,
                isPlanned: faulty.hasFailed,
                wasDone: faulty.wasDone,
                reason: error.reason
            )
        } catch {
            return .failed(code: "unknown", isPlanned: false, wasDone: false, reason: "\(error)")
        }
    }
}

/// One attempt of a call.
private struct FamilyRequest {
    let operations: Operations
    let keys: Keys
    let call: FamilyCall
    let family: ModelFamily
    let ids: SeededIDs

    private func child(_ number: Int) -> ID<Entity.Child> { family.children[number].id }

    func run() async throws {
        switch call.action {
        case .addChild(let minor): try await addChild(minor)
        case .removeChild(let number):
            let input = API.Allowance.ChildRequest(childID: child(number))
            try await send(API.Allowance.removeChild, input, operations.allowance.removeChild)
        case .setAmount(let number, let minor):
            let input = API.Allowance.UpdateAllowanceRequest(
                childID: child(number),
                weeklyAllowance: DecimalAmount(minor: minor)
            )
            try await send(
                API.Allowance.updateAllowance,
                input,
                operations.allowance.updateAllowance
            )
        case .setSchedule(let number, let rhythm, let minor):
            let input = API.Allowance.ScheduleRequest(child(number), rhythm, minor)
            try await send(API.Allowance.setSchedule, input, operations.allowance.setSchedule)
        case .pause(let number):
            let input = API.Allowance.PauseRequest(childID: child(number), reason: "Holidays")
            try await send(API.Allowance.pauseSchedule, input, operations.allowance.pauseSchedule)
        case .resume(let number):
            let input = API.Allowance.ChildRequest(childID: child(number))
            try await send(API.Allowance.resumeSchedule, input, operations.allowance.resumeSchedule)
        case .credit(let number, let minor): try await move(number, .credit, minor)
        case .debit(let number, let minor): try await move(number, .debit, minor)
        case .split(let number, let save, let give):
            let input = API.Allowance.SplitRequest(
                childID: child(number),
                spend: 100 - save - give,
                save: save,
                give: give
            )
            try await send(API.Allowance.setSplit, input, operations.allowance.setSplit)
        case .move(let number, let from, let to, let minor):
            let input = API.Allowance.JarMoveRequest(
                childID: child(number),
                from: API.Allowance.Jar(from),
                to: API.Allowance.Jar(to),
                amount: DecimalAmount(minor: minor)
            )
            try await send(
                API.Allowance.moveBetweenJars,
                input,
                operations.allowance.moveBetweenJars
            )
        case .setPool(let minor):
            let balance = minor.map { DecimalAmount(minor: $0) }
            let input = API.Allowance.PoolRequest(balance: balance)
            try await send(API.Allowance.setPool, input, operations.allowance.setPool)
        case .deposit(let minor):
            let input = API.Allowance.PoolDepositRequest(amount: DecimalAmount(minor: minor))
            try await send(API.Allowance.depositToPool, input, operations.allowance.depositToPool)
        }
    }

    private func addChild(_ minor: Int64) async throws {
        let input = API.Allowance.RegisterChildRequest(
            email: "child\(family.children.count)@family\(family.place).example.com",
            password: Action.password,
            firstName: "Child",
            lastName: "Example",
            weeklyAllowance: DecimalAmount(minor: minor)
        )
        try await send(API.Allowance.registerChild, input, operations.identity.registerChild)
    }

    private func move(
        _ number: Int,
        _ type: API.Allowance.TransactionType,
        _ minor: Int64
    ) async throws {
        let input = API.Allowance.CreateTransactionRequest(
            childID: child(number),
            amount: DecimalAmount(minor: minor),
            type: type,
            description: "Move"
        )
        try await send(
            API.Allowance.createWalletTransaction,
            input,
            operations.allowance.createWalletTransaction
        )
    }

    /// The server's way: check, remember by key, run.
    private func send<Input, Output>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        _ operation: (Input, Call) async throws -> Output
    ) async throws {
        let caller = Caller.member(family.parent.signedIn)
        let idempotency = IdempotentCall(
            caller: caller,
            operation: "\(endpoint.method.rawValue) \(endpoint.path.text)",
            key: "key-\(call.number)",
            input: try JSONParser.parse(WireEncoder.bytes(input)),
            hashKey: keys.idempotency,
            status: endpoint.status,
            surface: endpoint.surface
        )
        let operatorCall = Call(
            caller: caller,
            now: Timestamp(milliseconds: call.nowMS),
            ids: ids,
            trace: "family-\(call.number)",
            idempotency: idempotency
        )
        _ = try await operation(try endpoint.checked(input), operatorCall)
    }
}

extension API.Allowance.Jar {
    fileprivate init(_ jar: FamilyAction.Jar) {
        self =
            switch jar {
            case .spend: .spend
            case .save: .save
            case .give: .give
            }
    }
}

extension API.Allowance.ScheduleRequest {
    fileprivate init(_ child: ID<Entity.Child>, _ rhythm: ModelRhythm, _ minor: Int64?) {
        let frequency: API.Allowance.Frequency =
            switch rhythm.pace {
            case .weekly: .weekly
            case .biweekly: .biweekly
            case .monthly: .monthly
            }
        self.init(
            childID: child,
            frequency: frequency,
            weekday: rhythm.weekday.map { API.Allowance.Weekday.allCases[$0] },
            dayOfMonth: rhythm.dayOfMonth.map { Int64($0) },
            amount: minor.map { DecimalAmount(minor: $0) }
        )
    }
}
