import Contract
import Kernel

extension Client {
    /// New tokens for a session.
    ///
    /// An answer that got lost is asked for again at once: the server gives the same successor for
    /// ten seconds, and takes the refresh token for stolen afterwards. Where it is certain that the
    /// server never heard the first request there is no hurry, and the call decides.
    ///
    /// - Throws: ``PurserError``, `unauthorized` when the session is over; `CancellationError`.
    func renewed(_ session: StoredSession) async throws -> TokenAnswer {
        guard let refreshToken = session.refreshToken else {
            return try await renewed(byBearer: session.accessToken)
        }
        let endpoint = API.Identity.exchangeToken
        let call = try PreparedCall(
            endpoint,
            .init(grantType: .refreshToken, refreshToken: refreshToken),
            idempotencyKey: nil
        )
        let number = nextNumber()
        let end = time.uptime() + Self.renewalGrace
        var count = 0
        var mayHaveRotated = false
        while true {
            count += 1
            do {
                let response = try await sendOnce(
                    call,
                    token: nil,
                    timeout: Self.shortTimeout,
                    number: number,
                    count: count,
                    isUrgent: mayHaveRotated
                )
                return try endpoint.read(response).tokens(at: time.now())
            } catch let error as PurserError {
                switch error.kind {
                case .network(let failure) where !failure.nothingWasSent: mayHaveRotated = true
                case .server: mayHaveRotated = true
                case .network(.offline), .network(.unreachable): break
                default: throw error
                }
                let pause = Self.renewalPause * (1 << min(count - 1, 4))
                guard mayHaveRotated, time.uptime() + pause + Self.shortTimeout < end else {
                    throw error
                }
                try await time.pause(pause)
            }
        }
    }

    /// A new token for one that is still good, also for one of another issuer.
    ///
    /// - Throws: As ``renewed(_:)`` does.
    func renewed(byBearer token: String) async throws -> TokenAnswer {
        let endpoint = API.Allowance.refreshMember
        let call = try PreparedCall(endpoint, Empty(), idempotencyKey: nil)
        let response = try await sendOnce(
            call,
            token: token,
            timeout: configuration.requestTimeout
        )
        return try endpoint.read(response).tokens(at: time.now())
    }

    /// Ends a session on the server, if it can be reached.
    func endOnServer(_ session: StoredSession) async {
        var token = session.accessToken
        var mayRenew = session.refreshToken != nil
        // A token that has ended cannot end its session, which would live on for two months.
        if mayRenew, session.hasEnded(at: time.now()) {
            mayRenew = false
            token = (try? await renewed(session))?.accessToken ?? token
        }
        while true {
            let call = try? PreparedCall(
                API.Banking.logoutUser,
                Empty(),
                idempotencyKey: time.newName()
            )
            guard let call,
                let response = try? await sendOnce(call, token: token, timeout: Self.shortTimeout),
                response.status == 401, mayRenew, let answer = try? await renewed(session)
            else { return }
            mayRenew = false
            token = answer.accessToken
        }
    }

    /// One try, past the gate: what waits for a token waits behind this.
    ///
    /// An urgent one passes the circuit as well.
    ///
    /// - Throws: ``PurserError`` `network`; `CancellationError`.
    func sendOnce(
        _ call: PreparedCall,
        token: String?,
        timeout: Duration,
        number: UInt64? = nil,
        count: Int = 1,
        isUrgent: Bool = false
    ) async throws -> TransportResponse {
        let isTold = !configuration.observers.isEmpty
        return try await transmit(
            call.request(token: token, trace: nil, timeout: timeout),
            isTold ? CallAttempt(call, number ?? nextNumber(), count) : nil,
            isUrgent: isUrgent
        )
    }

    private static let shortTimeout = Duration.seconds(4)
    private static let renewalGrace = Duration.seconds(10)
    private static let renewalPause = Duration.milliseconds(250)
}
