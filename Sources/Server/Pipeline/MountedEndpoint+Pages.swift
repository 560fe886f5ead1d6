import Contract
import Hummingbird
import Operations

/// Who asks an endpoint from a page.
struct PageCaller: Sendable {
    /// The token of the session; nobody's when `nil`.
    let token: String?
    /// The Idempotency-Key of a form, which may be sent twice.
    var key: String?
    /// The page's request.
    let context: PurserContext
}

/// What answers an endpoint's input from a page.
struct PageAnswer<Input: WireInput, Output: Codable & Sendable>: Sendable {
    typealias Tell =
        @Sendable (Input, PageCaller, AnswerWording<Output>) async throws -> Response

    let answer: @Sendable (Input, PageCaller) async throws -> Output
    /// Tells the answer while it is made; `nil` where that cannot be.
    let tell: Tell?
}

/// What answers an endpoint's input with a file, for a page that has it downloaded.
struct PageFile<Input: WireInput>: Sendable {
    let answer: @Sendable (Input, PageCaller) async throws -> Response
}

extension MountedEndpoint {
    /// What answers pages.
    var pageAnswer: PageAnswer<Input, Output> {
        let tell: PageAnswer<Input, Output>.Tell = { try await self.tell($0, $1, in: $2) }
        return PageAnswer(
            answer: { try await self.answer($0, $1) },
            tell: telling == nil ? nil : tell
        )
    }

    /// Answers a page with a file, which is sent while it is made.
    ///
    /// - Throws: As ``answer(_:_:)``; ``Problem`` `rateLimited` when too many are being sent.
    func answerFile(_ input: Input, _ caller: PageCaller) async throws -> Response {
        guard let file else { preconditionFailure("\(endpoint.name) answers no file") }
        let (checked, call) = try await admitted(input, caller)
        return try await handler.services.response(of: endpoint.name, call, caller.context) {
            try await file(checked, call)
        }
    }

    /// Answers a page of the web app: the same checks in the same order as for a request,
    /// without what is the wire's.
    ///
    /// - Throws: ``Problem``; what the operation throws.
    func answer(_ input: Input, _ caller: PageCaller) async throws -> Output {
        let started = ContinuousClock.now
        do {
            let output = try await output(input, caller)
            handler.metrics.record(endpoint.status, since: started)
            return output
        } catch {
            handler.metrics.record(Problem(failure: error).kind.status, since: started)
            throw error
        }
    }

    /// Tells a page the answer while it is made: after the same checks in the same order, and as
    /// many at once as any caller is told.
    ///
    /// - Throws: As ``answer(_:_:)``; ``Problem`` `rateLimited` when too many are being told.
    func tell(
        _ input: Input,
        _ caller: PageCaller,
        in wording: AnswerWording<Output>
    ) async throws -> Response {
        guard let telling else { preconditionFailure("\(endpoint.name) tells no answer") }
        let started = ContinuousClock.now
        do {
            let (checked, call) = try await admitted(input, caller)
            let response = try await handler.services.eventResponse(
                of: endpoint,
                call,
                caller.context,
                in: wording.ends
            ) {
                try await telling(checked, call).worded(wording.whole)
            }
            handler.metrics.record(endpoint.status, since: started)
            return response
        } catch {
            let problem = error is ReplayedAnswer ? Self.refusedBefore : Problem(failure: error)
            handler.metrics.record(problem.kind.status, since: started)
            throw problem
        }
    }

    private static var refusedBefore: Problem {
        Problem(.conflict, "This form was sent before, and could not be done then")
    }

    /// The input and the call of a page that may be heard.
    private func admitted(_ input: Input, _ caller: PageCaller) async throws -> (Input, Call) {
        var checked = input
        let call = try await handler.admitted(caller) {
            checked = try endpoint.checked(input)
            return try WireEncoder.bytes(checked)
        }
        return (checked, call)
    }

    private func output(_ input: Input, _ caller: PageCaller) async throws -> Output {
        let (checked, call) = try await admitted(input, caller)
        guard let idempotency = call.idempotency else { return try await operation(checked, call) }
        let place = try handler.services.runningKeys.hold(idempotency.identity)
        defer { withExtendedLifetime(place) {} }
        do {
            return try await operation(checked, call)
        } catch let answer as ReplayedAnswer {
            // A refusal is remembered too, and what it answered is no output.
            guard answer.status == endpoint.status else { throw Self.refusedBefore }
            return try endpoint.output(of: Array(answer.body.utf8))
        }
    }
}

extension EndpointHandler {
    /// The call of a page that may be heard, after the checks that there are for any caller.
    ///
    /// `check`: Checks the input, and gives its JSON.
    fileprivate func admitted(
        _ caller: PageCaller,
        _ check: () throws -> [UInt8]
    ) async throws -> Call {
        let now = services.now()
        let token = endpoint.access == .anyone ? nil : caller.token
        let sender = try await services.sender(of: token, caller.context, now: now)
        let call = try self.call(of: sender, token, now, caller.context)
        do {
            try sender.require(endpoint.access, endpoint.scope)
            let bytes = try check()
            return try withIdempotency(call, caller.key) {
                .array([.null, .null, (try? JSONParser.parse(bytes)) ?? .null])
            }
        } catch {
            // A refusal must not be heard by whom the database would not let in any more.
            try await services.operations.identity.requireLiveSession(call)
            throw error
        }
    }
}
