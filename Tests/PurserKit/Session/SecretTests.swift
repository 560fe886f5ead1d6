import Contract
import Foundation
import Kernel
import Logging
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("No secret is shown")
struct SecretTests {
    private static let secrets = [
        "SECRET-access", "SECRET-refresh", "SECRET-password", "SECRET-key", "secret@example.com",
        "SECRET-body", "SECRET-verifier", "SECRET-intent",
    ]

    private static func texts(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    private static func session() -> StoredSession {
        StoredSession(
            id: "name-1",
            accessToken: "SECRET-access",
            refreshToken: "SECRET-refresh",
            issuedAt: TestClock.noon,
            expiresAt: TestClock.noon
        )
    }

    /// What travels, and what the contract has of secrets.
    private static func carriers() -> [Any] {
        let request = TransportRequest(
            .post,
            "/auth/invitations/SECRET-key",
            headers: ["Authorization": "Bearer SECRET-access"],
            body: Array("SECRET-body".utf8)
        )
        let tokens = API.Identity.AuthTokenResponse(
            accessToken: "SECRET-access",
            refreshToken: "SECRET-refresh",
            expiresIn: 1,
            userID: nil,
            traceID: "t"
        )
        let bankTokens = API.Banking.AuthResponse(
            accessToken: "SECRET-access",
            refreshToken: "SECRET-refresh",
            expiresIn: 1,
            user: API.Banking.currentUser.answers
        )
        let memberTokens = API.Allowance.AuthResponse(
            user: API.Allowance.currentMember.answers,
            token: "SECRET-access",
            expiresAt: WireTimestamp(TestClock.noon)
        )
        let grant = API.Identity.AuthTokenRequest(
            grantType: .refreshToken,
            codeVerifier: "SECRET-verifier",
            refreshToken: "SECRET-refresh"
        )
        return [
            request, request.headers, PreviewTransport.Recorded(endpoint: nil, request: request),
            TransportResponse(status: 200, headers: request.headers, body: request.body ?? []),
            DirectClient(transport: ScriptedTransport(), token: "SECRET-access"), tokens,
            bankTokens, memberTokens, grant, API.Guardian.CardSetup(clientSecret: "SECRET-intent"),
            API.Identity.SecondFactorResponse(secret: "SECRET-key", uri: "SECRET-key"),
            API.Identity.RecoveryCodesResponse(recoveryCodes: ["SECRET-key"]),
        ]
    }

    @Test("by what holds one")
    func values() throws {
        let session = Self.session()
        let login = API.Banking.LoginRequest(
            email: "secret@example.com",
            password: Password("SECRET-password")
        )
        let refusal = TransportResponse.json(
            402,
            #"{"error":"declined","client_secret":"SECRET-intent","message":"no","traceId":"t"}"#
        )
        let values: [Any] =
            [
                session, session.token, MemoryTokenStore(session), SessionScene.tokens,
                try PreparedCall(API.Banking.loginUser, login, idempotencyKey: "SECRET-key"),
                PurserError(refusal), TokenStoreError("session is damaged"),
                SessionState.signedIn(owner: "alice"),
            ] + Self.carriers()
        for value in values {
            for text in Self.texts(value) {
                for secret in Self.secrets { #expect(!text.contains(secret), "\(text)") }
            }
        }
    }

    @Test("by logs, whatever the calls carry and however they end")
    func logs() async throws {
        let log = LogRecorder()
        let calls = CallRecorder()
        var configuration = Configuration.test
        configuration.observers = [LogObserver(log.logger), calls]
        configuration.retry = .never
        configuration.circuit.failures = 0
        let outcomes: [ScriptedTransport.Step] =
            [
                .answers(try .of(API.Banking.currentUser.answers)),
                .json(200, #"{"SECRET-body":1}"#),
                .json(401, #"{"error":{"code":"X","message":"SECRET-body"}}"#),
                .json(
                    404,
                    #"{"error":{"code":"X","message":"SECRET-body"}}"#,
                    [
                        "X-Request-Trace": "trace-1"
                    ]
                ),
                .json(500, "SECRET-body", ["X-Request-Trace": "SECRET-body\n secret"]),
                .answers(
                    TransportResponse(status: 200, headers: ["Content-Type": "text/html"], body: [])
                ),
            ] + NetworkFailure.allCases.map { .fails($0) }
        for outcome in outcomes {
            let transport = ScriptedTransport(others: outcome)
            let purser = try Purser.test(
                transport,
                configuration: configuration,
                tokens: MemoryTokenStore(Self.session())
            )
            let trace = purser.with { $0.idempotencyKey = "SECRET-key" }
            let login = API.Banking.LoginRequest(
                email: "secret@example.com",
                password: Password("SECRET-password")
            )
            let rule = API.Guardian.NumberedRequest(id: 4_711_017)
            for call in [
                { _ = try await trace.call(API.Banking.loginUser, login) },
                { _ = try await trace.call(API.Banking.currentUser) },
                { _ = try await trace.call(API.Guardian.deleteRule, rule) },
            ] as [() async throws -> Void] {
                do { try await call() } catch {
                    for text in Self.texts(error) + ["\(error.localizedDescription)"] {
                        guard !text.contains("SECRET-body") else { continue }
                        for secret in Self.secrets { #expect(!text.contains(secret), "\(text)") }
                    }
                    #expect(!"\(error)".contains("SECRET"))
                }
            }
        }
        #expect(log.lines.count >= outcomes.count * 3)
        for line in log.lines + calls.lines {
            for secret in Self.secrets { #expect(!line.contains(secret), "\(line)") }
            #expect(!line.contains("4711017"))
        }
        #expect(log.lines.contains { $0.contains("trace=trace-1") && $0.hasPrefix("notice") })
        #expect(log.lines.contains { $0.contains("path=/rules/{id}") })
        #expect(log.lines.contains { $0.hasPrefix("warning") && $0.contains("failure=timedOut") })
    }

    @Test("and what the level leaves out is not written")
    func levels() {
        let attempt = CallAttempt(
            endpoint: "health",
            method: "GET",
            path: "/health",
            number: 2,
            call: 7
        )
        let table: [(Int?, NetworkFailure?, String?)] = [
            (200, nil, nil), (404, nil, "notice"), (429, nil, "notice"), (500, nil, "warning"),
            (nil, .offline, "warning"), (nil, nil, nil),
        ]
        for (status, failure, level) in table {
            let log = LogRecorder()
            var logger = log.logger
            logger.logLevel = .info
            let outcome = CallOutcome(
                status: status,
                failure: failure,
                trace: nil,
                duration: .milliseconds(12)
            )
            LogObserver(logger).ended(attempt, outcome)
            #expect(log.lines.first?.split(separator: " ").first.map(String.init) == level)
            if level != nil {
                #expect(log.lines.first?.contains("milliseconds=12") == true)
                #expect(log.lines.first?.contains("try=2") == true)
            }
        }
    }
}

/// Writes down all that an observer is told.
private final class CallRecorder: CallObserver {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    func began(_ attempt: CallAttempt) { recorded.withLock { $0.append("\(attempt)") } }

    func ended(_ attempt: CallAttempt, _ outcome: CallOutcome) {
        // A trace is the server's own word, and a log judges it for itself.
        let told = "\(attempt) \(outcome.status as Any) \(outcome.failure as Any)"
        recorded.withLock { $0.append(told) }
    }
}

extension SessionScene {
    fileprivate static var tokens: TokenAnswer {
        TokenAnswer(
            accessToken: "SECRET-access",
            refreshToken: "SECRET-refresh",
            receivedAt: TestClock.noon,
            expiresAt: TestClock.noon
        )
    }
}
