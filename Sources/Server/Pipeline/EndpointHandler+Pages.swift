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
    let answer: @Sendable (Input, PageCaller) async throws -> Output
}

extension EndpointHandler {
    /// Answers a page of the web app: the same checks in the same order as ``respond(to:_:)``,
    /// without what is the wire's.
    ///
    /// - Throws: ``Problem``; what the operation throws.
    func answer(_ input: Input, _ caller: PageCaller) async throws -> Output {
        let started = ContinuousClock.now
        do {
            let output = try await output(input, caller)
            metrics.record(endpoint.status, since: started)
            return output
        } catch {
            metrics.record(Problem(failure: error).kind.status, since: started)
            throw error
        }
    }

    private func output(_ input: Input, _ caller: PageCaller) async throws -> Output {
        let now = services.now()
        let token = endpoint.access == .anyone ? nil : caller.token
        let sender = try await services.sender(of: token, caller.context, now: now)
        var call = try self.call(of: sender, token, now, caller.context)
        let checked: Input
        do {
            try sender.require(endpoint.access, endpoint.scope)
            checked = try endpoint.checked(input)
            let bytes = try WireEncoder.bytes(checked)
            call = try withIdempotency(call, caller.key) {
                .array([.null, .null, (try? JSONParser.parse(bytes)) ?? .null])
            }
        } catch {
            // A refusal must not be heard by whom the database would not let in any more.
            try await services.operations.identity.requireLiveSession(call)
            throw error
        }
        guard let idempotency = call.idempotency else { return try await operation(checked, call) }
        let place = try services.runningKeys.hold(idempotency.identity)
        defer { withExtendedLifetime(place) {} }
        do {
            return try await operation(checked, call)
        } catch let answer as ReplayedAnswer {
            return try endpoint.output(of: Array(answer.body.utf8))
        }
    }
}
