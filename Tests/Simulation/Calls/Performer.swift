import Contract
import Foundation
import Kernel
import Ledger
import Operations
import Providers
import SQL
import Store

/// Sends calls to the operations as the server does, and tries again as a client does.
struct Performer: Sendable {
    let database: any Database
    let keys: Keys
    /// The banks of the first households.
    var banks: [LivingBank] = []
    /// Who searches, without failures, if it is one process for all calls.
    var reader: Operations?

    /// How much later each attempt is.
    private static let retryMS: Int64 = 25

    /// Makes a call, and makes it again after a failure that may pass.
    ///
    /// - Returns: Every attempt, in order.
    func perform(_ call: PlannedCall) async -> [Attempt] {
        var attempts: [Attempt] = []
        var retryMS = Self.retryMS
        if case .banking(let action) = call.action { retryMS = action.retryMS }
        while true {
            let fault = attempts.count < call.faults.count ? call.faults[attempts.count] : nil
            let nowMS = call.nowMS + Int64(attempts.count) * retryMS
            let outcome = await attempt(call, nowMS, fault)
            attempts.append(Attempt(nowMS: nowMS, outcome: outcome))
            guard case .failed(let code, _, true, _) = outcome, Fault.passing.contains(code) else {
                return attempts
            }
        }
    }

    private func attempt(_ call: PlannedCall, _ nowMS: Int64, _ fault: Fault?) async -> Outcome {
        let ids = SeededIDs(seed: call.number)
        let faulty = FaultyDatabase(database, fault, ids)
        let processor = TroubledProcessor(database, call.cardTrouble)
        let bank = call.home < banks.count ? banks[call.home] : nil
        let writer = keys.operations(on: faulty, cards: processor, bank: bank)
        var operations = writer
        if case .insights(.search) = call.action { operations = reader ?? writer }
        let run = Run(
            operations: operations,
            keys: keys,
            call: call,
            nowMS: nowMS,
            ids: ids,
            bank: bank
        )
        do {
            return try await run.outcome()
        } catch {
            return Self.outcome(of: error, faulty)
        }
    }

    private static func outcome(of error: any Error, _ database: FaultyDatabase) -> Outcome {
        switch error {
        case let answer as ReplayedAnswer:
            .replayed(status: answer.status, body: answer.body)
        case let refusal as PostingRefusal:
            .notPosted(refusal: "\(refusal)")
        case let refusal as ShapedRefusal:
            .refused(
                kind: refusal.problem.kind.rawValue,
                status: refusal.status,
                body: refusal.body
            )
        case let error as DatabaseError:
            .failed(
                code: error.code.rawValue,
                reason: error.reason,
                isPlanned: database.hasFailed,
                wasDone: database.wasDone
            )
        default:
            .failed(code: "unknown", reason: "\(error)", isPlanned: false, wasDone: false)
        }
    }
}

/// A refusal in the shape of its surface.
private struct ShapedRefusal: Error {
    let problem: Problem
    let status: Int
    let body: String
}

/// One attempt of a call.
struct Run {
    let operations: Operations
    let keys: Keys
    let call: PlannedCall
    let nowMS: Int64
    let ids: SeededIDs
    let bank: LivingBank?

    var now: Timestamp { Timestamp(milliseconds: nowMS) }

    func outcome() async throws -> Outcome {
        switch call.action {
        case .authorizePurchase(let input):
            try await send(
                API.Guardian.authorizePurchase,
                input,
                operations.guardian.authorizePurchase
            )
        case .setRule(let input):
            try await send(API.Guardian.setRule, input, operations.guardian.setRule)
        case .createOverride(let input):
            try await send(API.Guardian.createOverride, input, operations.guardian.createOverride)
        case .listRules(let input):
            try await send(API.Guardian.listRules, input, operations.guardian.listRules)
        case .registerChild(let input):
            try await send(API.Allowance.registerChild, input, operations.identity.registerChild)
        case .logoutUser:
            try await send(API.Banking.logoutUser, Empty(), operations.identity.logoutUser)
        case .loginMember(let email): try await signIn(email)
        case .recordTransfers(let transfers, let household):
            try await record(transfers, household)
        case .annotateTransfer(let id, let category, let notes):
            try await shaping(.banking) {
                try await operations.ledger.annotateTransfer(
                    id,
                    category: category,
                    notes: notes,
                    operatorCall()
                )
                return .done
            }
        case .openAccount(let kind, let member): try await open(kind, member)
        case .guarding(let action): try await outcome(of: action)
        case .ruling(let action): try await outcome(of: action)
        case .funding(let action): try await outcome(of: action)
        case .chargeCard(let input):
            try await send(API.Guardian.chargeCard, input, operations.guardian.chargeCard)
        case .saving(let action): try await outcome(of: action)
        case .doing(let action): try await outcome(of: action)
        case .asking(let action): try await outcome(of: action)
        case .renewing(let action): try await outcome(of: action)
        case .removeChild(let input):
            try await sendChecked(
                API.Allowance.removeChild,
                input,
                operations.allowance.removeChild
            )
        case .changeTimeZone(let name): try await changeTimeZone(name)
        case .banking(let action): try await outcome(of: action)
        case .insights(let action): try await outcome(of: action)
        }
    }

    /// The server's way: parse, check, remember by key, run, encode.
    func send<Input, Output>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        _ operation: (Input, Call) async throws -> Output
    ) async throws -> Outcome {
        try await shaping(endpoint.surface) {
            let json = reordered(try JSONParser.parse(WireEncoder.bytes(input)))
            let members = json.members.map { member -> (key: String, value: String) in
                if case .string(let text) = member.value { (member.key, text) } else { ("", "") }
            }
            let query = endpoint.hasBody ? [] : members
            let body = endpoint.hasBody ? json : nil
            let checked = try endpoint.input(inPath: [], query: query, body: body)
            let idempotency = call.key.map { key in
                IdempotentCall(
                    caller: operatorCall().caller,
                    operation: "\(endpoint.method.rawValue) \(endpoint.path.text)",
                    key: key,
                    input: .array([.object([]), .object([]), json]),
                    hashKey: keys.idempotency,
                    status: endpoint.status,
                    surface: endpoint.surface
                )
            }
            let output = try await operation(checked, operatorCall(idempotency))
            let bytes = try WireEncoder.bytes(output)
            return .answered(status: endpoint.status, body: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The same where a part of the input travels in the path.
    func sendChecked<Input, Output>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        _ operation: (Input, Call) async throws -> Output
    ) async throws -> Outcome {
        try await shaping(endpoint.surface) {
            let checked = try endpoint.checked(input)
            let json = try JSONParser.parse(WireEncoder.bytes(input))
            let idempotency = call.key.map { key in
                IdempotentCall(
                    caller: operatorCall().caller,
                    operation: "\(endpoint.method.rawValue) \(endpoint.path.text)",
                    key: key,
                    input: json,
                    hashKey: keys.idempotency,
                    status: endpoint.status,
                    surface: endpoint.surface
                )
            }
            let output = try await operation(checked, operatorCall(idempotency))
            let bytes = try WireEncoder.bytes(output)
            return .answered(status: endpoint.status, body: String(decoding: bytes, as: UTF8.self))
        }
    }

    private func changeTimeZone(_ name: String) async throws -> Outcome {
        try await shaping(.banking) {
            let email = World.email(ofMember: 0, in: call.home)
            try await operations.identity.changeTimeZone(name, email: email, operatorCall())
            return .done
        }
    }

    private func reordered(_ json: JSON) -> JSON {
        guard call.isReordered, case .object(let members) = json else { return json }
        return .object(members.reversed())
    }

    func operatorCall(_ idempotency: IdempotentCall? = nil) -> Call {
        let caller = call.bearer.map { Caller.member($0.signedIn) }
        return Call(
            // Households do not share a network, of which only so many may sign in at once.
            caller: caller ?? .anonymous(address: "192.0.2.\(call.home % 250)"),
            now: now,
            ids: ids,
            trace: call.trace,
            idempotency: idempotency
        )
    }

    func shaping(
        _ surface: Surface,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        do {
            return try await work()
        } catch let problem as Problem {
            let body = problem.body(for: surface, trace: call.trace)
            let text = String(decoding: body.bytes, as: UTF8.self)
            throw ShapedRefusal(problem: problem, status: body.status, body: text)
        }
    }

    private func signIn(_ email: String) async throws -> Outcome {
        try await shaping(.allowance) {
            let answer = try await operations.identity.loginMember(
                API.Allowance.LoginRequest(email: email, password: Action.password),
                operatorCall()
            )
            guard let bearer = keys.tokens.bearer(of: answer.token, now: now) else {
                throw Problem(.unauthenticated, "a token that was just issued is not good")
            }
            return .signedIn(Bearer(bearer))
        }
    }

    private func record(
        _ transfers: [PlannedTransfer],
        _ household: ID<Entity.Household>
    ) async throws -> Outcome {
        try await shaping(.banking) {
            let transfers = try transfers.map { try NewTransfer($0) }
            return .posted(
                try await operations.ledger.recordTransfers(
                    transfers,
                    of: household,
                    operatorCall()
                )
            )
        }
    }

    private func open(_ kind: String, _ member: ID<Entity.Member>) async throws -> Outcome {
        try await shaping(.banking) {
            guard let kind = AccountKind(rawValue: kind) else { throw Problem(.invalid) }
            let opened = try await operations.ledger.openAccount(
                kind,
                named: kind.rawValue,
                of: member,
                operatorCall()
            )
            return .opened(account: opened.account, world: opened.world)
        }
    }
}

extension NewTransfer {
    fileprivate init(_ planned: PlannedTransfer) throws {
        guard let currency = Currency(code: planned.currency),
            let phase = Transfer.Phase(rawValue: planned.phase)
        else { throw Problem(.invalid) }
        self.init(
            debitAccount: planned.debit,
            creditAccount: planned.credit,
            amount: Money(minor: planned.amountMinor, currency: currency),
            kind: Transfer.Kind(rawValue: planned.kind),
            phase: phase,
            pending: planned.pending,
            reverses: planned.reverses,
            member: planned.member,
            details: Transfer.Details(
                merchant: planned.merchant,
                category: planned.category,
                provider: planned.record.map { _ in PlannedTransfer.provider },
                providerRecord: planned.record
            ),
            occurredAt: Timestamp(milliseconds: planned.occurredAtMS)
        )
    }
}
