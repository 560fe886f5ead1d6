import Contract
import Hummingbird
import Kernel
import Logging
import Operations

/// Who sends a request.
struct Sender: Sendable {
    /// Who calls; somebody unknown when the token is not good.
    let caller: Caller
    /// What a good token says; `nil` when there is none.
    let bearer: SignedIn?
    /// Why a token was not found good, where there is more to say than that it is not.
    let refusal: Problem?

    /// The answer to a sender whose token is needed and not good.
    var challenge: Problem { refusal ?? Problem(.unauthenticated) }

    /// Refuses a sender whose role may not do this at all, or whose token was not given for it.
    ///
    /// The one place where either is checked. The role comes first: another scope would not help.
    func require(_ access: Access, _ scope: APIScopes) throws {
        guard let bearer else { return }
        switch access {
        case .anyone, .optional, .member: break
        case .parent: try Self.require(.parent, of: bearer)
        case .child: try Self.require(.child, of: bearer)
        case .operator: throw Problem(.forbidden)
        }
        guard scope.isSubset(of: bearer.scopes) else { throw Problem.outOfScope(scope) }
    }

    private static func require(_ role: API.Allowance.Role, of bearer: SignedIn) throws {
        guard bearer.role == role.rawValue else { throw Problem(.forbidden) }
    }
}

extension PipelineServices {
    /// Finds out who sends a request, and counts it.
    ///
    /// - Throws: ``Problem`` `rateLimited`.
    func sender(
        of token: String?,
        _ context: PurserContext,
        now: Timestamp
    ) async throws -> Sender {
        let anonymous = Caller.anonymous(address: context.remoteAddress)
        // Whoever sends one wrong token after the other is not served with checks of signatures.
        let mayCheck = { [rateLimiter] in !rateLimiter.isSpent(anonymous.key, now: now) }
        var bearer = token.flatMap { token in
            operations.identity.tokens.bearer(of: token, now: now, mayCheck: mayCheck())
        }
        var refusal: Problem?
        if bearer == nil, let token, operations.identity.takesExternalTokens, mayCheck() {
            let call = Call(caller: anonymous, now: now, ids: ids, trace: context.trace)
            do {
                bearer = try await operations.identity.externalBearer(token, call)
            } catch {
                refusal = Problem(failure: error)
                log(error, context)
            }
        }
        let caller = bearer.map(Caller.member) ?? anonymous
        if let delay = rateLimiter.delay(for: caller.key, now: now) {
            throw Problem(.rateLimited, retryAfterSeconds: delay)
        }
        return Sender(caller: caller, bearer: bearer, refusal: refusal)
    }

    /// Whether a token that was good still is.
    func isGood(_ token: String, _ context: PurserContext) async -> Bool {
        let now = now()
        if operations.identity.tokens.bearer(of: token, now: now) != nil { return true }
        guard operations.identity.takesExternalTokens else { return false }
        let anonymous = Caller.anonymous(address: context.remoteAddress)
        let call = Call(caller: anonymous, now: now, ids: ids, trace: context.trace)
        return (try? await operations.identity.externalBearer(token, call)) != nil
    }

    /// Notes a failure of ours; what was wrong with a token is nobody's news.
    private func log(_ error: any Error, _ context: PurserContext) {
        guard !(error is Problem) else { return }
        context.logger.error(
            "token not checked",
            metadata: ["trace": "\(context.trace)", "failure": "\(error)"]
        )
    }

    /// The answer to a request that is not served, and the log's line about it.
    func refusal(
        of operation: String,
        because error: any Error,
        on surface: Surface,
        _ context: PurserContext
    ) -> Response {
        let problem = Problem(failure: error)
        // Who is refused because too much comes at once should not fill the log as well.
        let isOverload = (error as? Problem)?.kind == .unavailable
        if problem.kind.status >= 500, !isOverload {
            context.logger.error(
                "request failed",
                metadata: [
                    "operation": "\(operation)", "trace": "\(context.trace)",
                    "failure": "\(error)",
                ]
            )
        } else {
            context.logger.debug(
                "request refused",
                metadata: [
                    "operation": "\(operation)", "trace": "\(context.trace)",
                    "kind": "\(problem.kind.rawValue)",
                ]
            )
        }
        return problem.response(for: surface, trace: context.trace)
    }

    /// Notes that a request was answered.
    func note(
        _ response: Response,
        of operation: String,
        in metrics: EndpointMetrics,
        since started: ContinuousClock.Instant,
        _ context: PurserContext
    ) {
        metrics.record(response.status.code, since: started)
        context.logger.debug(
            "request",
            metadata: [
                "operation": "\(operation)", "trace": "\(context.trace)",
                "status": "\(response.status.code)",
                "microseconds": "\((ContinuousClock.now - started) / .microseconds(1))",
            ]
        )
    }
}
