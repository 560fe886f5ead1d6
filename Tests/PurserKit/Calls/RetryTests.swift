import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A call is tried again")
struct RetryTests {
    /// What happens to the first try, and which kinds of calls are then made again.
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let step: ScriptedTransport.Step
        let again: Set<Repeats>

        var testDescription: String { what }
    }

    static let rows: [Row] = {
        let all = Set(Repeats.allCases)
        let named: Set<Repeats> = [.freely, .withKey]
        var rows = NetworkFailure.allCases.map { failure in
            let again: Set<Repeats> =
                switch failure {
                case .offline, .unreachable: all
                case .connectionLost, .timedOut, .intercepted, .damaged: named
                case .untrusted, .tooLarge, .suspended: []
                }
            return Row(what: "\(failure)", step: .fails(failure), again: again)
        }
        for status in [400, 402, 403, 404, 405, 409, 413, 415, 422] {
            rows.append(
                Row(what: "\(status)", step: .answers(CallScene.refusal(status)), again: [])
            )
        }
        for status in [500, 502, 503, 504] {
            rows.append(
                Row(what: "\(status)", step: .answers(CallScene.refusal(status)), again: named)
            )
        }
        let wait: Headers = ["Retry-After": "1"]
        rows.append(Row(what: "429", step: .answers(CallScene.refusal(429, wait)), again: named))
        rows.append(
            Row(what: "409 later", step: .answers(CallScene.refusal(409, wait)), again: named)
        )
        let page = TransportResponse(status: 200, headers: ["Content-Type": "text/html"])
        rows.append(Row(what: "a page", step: .answers(page), again: named))
        rows.append(Row(what: "another shape", step: .json(200, "[]"), again: []))
        return rows
    }()

    @Test("by its endpoint's own declaration", arguments: rows, Repeats.allCases)
    func declared(row: Row, repeats: Repeats) async throws {
        let success = try CallScene.success(repeats)
        let scene = try CallScene(ScriptedTransport(row.step, others: .answers(success)))
        let error = await scene.outcome(repeats)
        let isAgain = row.again.contains(repeats)
        #expect((error == nil) == isAgain)
        #expect(scene.transport.requests.count == (isAgain ? 2 : 1))
        #expect(scene.time.pauses.count == (isAgain ? 1 : 0))
    }

    @Test(
        "so often as the policy says, under one name, and then tells the last failure",
        arguments: [1, 2, 4, 7]
    )
    func often(tries: Int) async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.connectionLost))) {
            $0.retry = RetryPolicy(tries: tries)
        }
        #expect(await scene.outcome(.withKey)?.kind == .network(.connectionLost))
        let keys = scene.transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == tries)
        #expect(Set(keys).count == 1)
        #expect(keys.first != .some(nil))
        #expect(scene.time.pauses.count == tries - 1)
        // Another call has another name.
        _ = await scene.outcome(.withKey)
        #expect(scene.transport.requests.last?.headers["Idempotency-Key"] != keys.first)
    }

    @Test("under the name that the app gave")
    func ownName() async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.unreachable)))
        let purser = scene.purser.with { $0.idempotencyKey = "purchase-1" }
        await #expect(throws: PurserError.self) {
            try await purser.call(API.Guardian.deleteRule, .init(id: 1))
        }
        let keys = scene.transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys == Array(repeating: "purchase-1", count: 4))
    }

    @Test("after pauses between nothing and a bound that doubles", arguments: [0, 0.5, 1])
    func jitter(share: Double) async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.unreachable))) {
            $0.retry = RetryPolicy(tries: 9)
        }
        scene.time.share = share
        _ = await scene.outcome()
        let bounds = [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]
        #expect(scene.time.pauses == bounds.map { .milliseconds($0) * share })
    }

    @Test("not before the server's Retry-After, and as late as the pause when that is longer")
    func retryAfter() async throws {
        let scene = try CallScene(
            ScriptedTransport(
                .answers(CallScene.refusal(429, ["Retry-After": "7"])),
                .answers(CallScene.refusal(503, ["Retry-After": "0"])),
                .answers(CallScene.refusal(503, ["Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"])),
                others: .answers(try CallScene.success(.freely))
            )
        )
        #expect(await scene.outcome() == nil)
        #expect(scene.time.pauses == [.seconds(7), .milliseconds(500), .seconds(1)])
    }

    @Test("never after its deadline: a pause that would last longer is not begun")
    func deadline() async throws {
        let scene = try CallScene(
            ScriptedTransport(others: .answers(CallScene.refusal(429, ["Retry-After": "5"])))
        )
        let error = await #expect(throws: PurserError.self) {
            try await scene.purser.with { $0.deadline = .seconds(12) }.call(API.Banking.currentUser)
        }
        #expect(error?.kind == .rateLimited)
        #expect(error?.retryAfterSeconds == 5)
        #expect(scene.time.pauses == [.seconds(5), .seconds(5)])
        #expect(
            scene.transport.requests.map(\.timeout) == [.seconds(12), .seconds(7), .seconds(2)]
        )
    }

    @Test("and is not sent at all once its deadline has passed", arguments: [0, -5])
    func late(seconds: Int) async throws {
        let scene = try CallScene(ScriptedTransport())
        let error = await #expect(throws: PurserError.self) {
            try await scene.purser.with { $0.deadline = .seconds(seconds) }
                .call(API.Banking.currentUser)
        }
        #expect(error?.kind == .network(.timedOut))
        #expect(scene.transport.requests.isEmpty)
    }

    @Test("each try waiting no longer than a request may")
    func timeout() async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.unreachable))) {
            $0.requestTimeout = .seconds(3)
        }
        _ = await scene.outcome()
        #expect(scene.transport.requests.allSatisfy { $0.timeout == .seconds(3) })
    }

    @Test("with the trace that the app named")
    func trace() async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.unreachable)))
        await #expect(throws: PurserError.self) {
            try await scene.purser.with { $0.trace = "abc" }.call(API.Banking.currentUser)
        }
        #expect(scene.transport.requests.count == 4)
        #expect(scene.transport.requests.allSatisfy { $0.headers["X-Request-Trace"] == "abc" })
    }

    @Test("never under a name that a header cannot carry")
    func badNames() async throws {
        let scene = try CallScene(ScriptedTransport())
        let long = String(repeating: "k", count: 256)
        for key in ["", "a\nb", "a\u{7F}", "ключ", long] {
            let error = await #expect(throws: PurserError.self) {
                try await scene.purser.with { $0.idempotencyKey = key }
                    .call(API.Banking.currentUser)
            }
            #expect(error?.kind == .invalid && error?.details["idempotencyKey"] != nil)
        }
        for trace in ["", "a b", "a\nb", String(repeating: "t", count: 129)] {
            let error = await #expect(throws: PurserError.self) {
                try await scene.purser.with { $0.trace = trace }.call(API.Banking.currentUser)
            }
            #expect(error?.kind == .invalid && error?.details["trace"] != nil)
        }
        #expect(scene.transport.requests.isEmpty)
    }
}
