import Contract
import Kernel
import Synchronization
import Testbed

@testable import PurserKit

/// The part of a server that deals in tokens, so small that a test can stop it anywhere.
///
/// It keeps the contract's rules of refresh tokens: each use rotates, a spent one gives the same
/// successor for ten seconds, and ends the session afterwards.
final class TokenServer: Transport {
    /// What becomes of one refresh.
    enum Step: Sendable {
        /// As the rules say.
        case usual
        /// As the rules say, but the answer does not arrive.
        case losesAnswer(NetworkFailure)
        /// Nothing is done.
        case fails(NetworkFailure)
        /// Nothing is done, and this is the answer.
        case answers(TransportResponse)
    }

    private struct Rotation {
        let successor: String
        let at: Timestamp
    }

    private struct State {
        var requests: [TransportRequest] = []
        /// Access tokens that are good, with the session they are of.
        var access: [String: String] = [:]
        /// Sessions with the refresh tokens that are good.
        var sessions: [String: String] = [:]
        var rotated: [String: (session: String, rotation: Rotation)] = [:]
        var steps: [Step] = []
        var count = 0
    }

    /// Where refreshes wait.
    let refreshGate: Gate?
    /// Where other calls wait.
    let callGate: Gate?
    private let clock: TestClock
    private let state = Mutex(State())

    init(_ time: TestTimekeeper, refreshGate: Gate? = nil, callGate: Gate? = nil) {
        clock = time.clock
        self.refreshGate = refreshGate
        self.callGate = callGate
    }

    /// Every request.
    var requests: [TransportRequest] { state.withLock(\.requests) }
    /// Requests of a path.
    func requests(_ target: String) -> [TransportRequest] {
        requests.filter { $0.target == target }
    }
    /// The requests for new tokens.
    var refreshes: [TransportRequest] { requests("/auth/token") }
    /// The bearers of calls that need one, in order.
    var bearers: [String] {
        requests("/api/auth/me").map { $0.headers["Authorization"] ?? "" }
    }
    /// Whether a session is alive.
    func isAlive(_ session: String) -> Bool { state.withLock { $0.sessions[session] != nil } }

    /// What becomes of the next refreshes.
    func script(_ steps: Step...) { state.withLock { $0.steps += steps } }

    /// Refuses every access token from now on.
    func forgetAccess() { state.withLock { $0.access = [:] } }

    /// New tokens of a new session.
    func issue(_ subject: String, lifetime: Int64 = 3_600) -> TokenAnswer {
        state.withLock { state in
            state.count += 1
            let session = "session-\(subject)-\(state.count)"
            return answer(subject, session, lifetime, &state)
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try Task.checkCancellation()
        state.withLock { $0.requests.append(request) }
        switch request.target {
        case "/auth/token":
            await refreshGate?.pass()
            return try refresh(request)
        case "/api/v1/auth/refresh":
            await refreshGate?.pass()
            return try renew(request)
        case "/api/auth/logout":
            return try logout(request)
        default:
            await callGate?.pass()
            guard session(of: request) != nil else { return .unauthorized }
            return try .of(API.Banking.currentUser.answers)
        }
    }

    private func session(of request: TransportRequest) -> String? {
        let bearer = String(request.headers["Authorization"]?.dropFirst(7) ?? "")
        return state.withLock { $0.access[bearer] }
    }

    private func logout(_ request: TransportRequest) throws -> TransportResponse {
        guard let session = session(of: request) else { return .unauthorized }
        end(session)
        return try .of(API.Banking.logoutUser.answers)
    }

    private func end(_ session: String) {
        state.withLock { state in
            state.sessions[session] = nil
            state.access = state.access.filter { $0.value != session }
        }
    }

    private func renew(_ request: TransportRequest) throws -> TransportResponse {
        let step: Step = state.withLock { $0.steps.isEmpty ? .usual : $0.steps.removeFirst() }
        if case .fails(let failure) = step { throw failure }
        if case .answers(let response) = step { return response }
        guard let session = session(of: request) else { return .unauthorized }
        let tokens = state.withLock { answer("alice", session, 86_400, &$0) }
        return try .of(
            API.Allowance.AuthResponse(
                user: API.Allowance.currentMember.answers,
                token: tokens.accessToken,
                expiresAt: WireTimestamp(tokens.expiresAt)
            )
        )
    }

    private func refresh(_ request: TransportRequest) throws -> TransportResponse {
        let step: Step = state.withLock { $0.steps.isEmpty ? .usual : $0.steps.removeFirst() }
        switch step {
        case .fails(let failure): throw failure
        case .answers(let response): return response
        case .losesAnswer(let failure):
            _ = try redeemed(request)
            throw failure
        case .usual: return try redeemed(request)
        }
    }

    private func redeemed(_ request: TransportRequest) throws -> TransportResponse {
        let body = try JSONParser.parse(request.body ?? [])
        guard case .string(let token)? = body["refreshToken"] else { return .unauthorized }
        let (tokens, lost) = state.withLock { state -> (TokenAnswer?, String?) in
            if let (session, rotation) = state.rotated[token] {
                guard clock.now.milliseconds - rotation.at.milliseconds <= 10_000 else {
                    return (nil, session)
                }
                var tokens = answer(Self.subject(session), session, 3_600, &state)
                state.sessions[session] = rotation.successor
                tokens = TokenAnswer(
                    accessToken: tokens.accessToken,
                    refreshToken: rotation.successor,
                    receivedAt: tokens.receivedAt,
                    expiresAt: tokens.expiresAt
                )
                return (tokens, nil)
            }
            guard let session = state.sessions.first(where: { $0.value == token })?.key else {
                return (nil, nil)
            }
            let tokens = answer(Self.subject(session), session, 3_600, &state)
            let rotation = Rotation(successor: tokens.refreshToken ?? "", at: clock.now)
            state.rotated[token] = (session, rotation)
            return (tokens, nil)
        }
        if let lost { end(lost) }
        guard let tokens else { return .unauthorized }
        return try .of(
            API.Identity.AuthTokenResponse(
                accessToken: tokens.accessToken,
                refreshToken: tokens.refreshToken,
                expiresIn: 3_600,
                userID: nil,
                traceID: "test"
            )
        )
    }

    private func answer(
        _ subject: String,
        _ session: String,
        _ lifetime: Int64,
        _ state: inout State
    ) -> TokenAnswer {
        state.count += 1
        let access = TestToken.access(subject, session, number: state.count, lifetime: lifetime)
        let refresh = "refresh-\(subject)-\(state.count)"
        state.access[access] = session
        state.sessions[session] = refresh
        return TokenAnswer(
            accessToken: access,
            refreshToken: refresh,
            receivedAt: clock.now,
            expiresAt: clock.now.adding(seconds: lifetime)
        )
    }

    private static func subject(_ session: String) -> String {
        String(session.split(separator: "-")[1])
    }
}

extension TransportResponse {
    static let unauthorized = TransportResponse.json(
        401,
        #"{"error":{"code":"UNAUTHENTICATED","message":"Sign in"},"traceId":"test"}"#
    )

    /// A value as the server writes it.
    static func of(_ value: some Encodable, status: Int = 200) throws -> TransportResponse {
        TransportResponse(
            status: status,
            headers: ["Content-Type": "application/json"],
            body: try WireEncoder.bytes(value)
        )
    }
}
