import Contract
import Kernel
import Programs
import Synchronization
import Testbed
import Testing

@testable import PurserKit

extension FaultTests {
    @Suite("of time")
    struct LateTests {
        @Test(
            "a request that the network held back is done once, however late it comes",
            arguments: Engine.all
        )
        func lateRequest(engine: Engine) async throws {
            let held = Gate()
            let first = FirstPause()
            try await Stage.with(engine, responseTimeout: first.responseTimeout) { stage in
                stage.proxy.plan(.delays(held), times: 1) { $0.isPurchase }
                first.arm()
                async let answer = stage.purchase("key-1")
                await held.arrived()
                await first.end()
                let told = try await answer
                #expect(try await stage.rows("decisions") == 1)
                let before = stage.proxy.handedOn
                await held.open()
                try await until("the late request is answered") {
                    stage.proxy.handedOn > before && stage.proxy.isIdle
                }
                #expect(try await stage.rows("decisions") == 1)
                #expect(try await stage.purchase("key-1") == told)
            }
        }

        @Test(
            "an answer that comes too late is asked for again, and is the same",
            arguments: Engine.all
        )
        func lateAnswer(engine: Engine) async throws {
            let held = Gate()
            let first = FirstPause()
            try await Stage.with(engine, responseTimeout: first.responseTimeout) { stage in
                stage.proxy.plan(.delaysAnswer(held), times: 1) { $0.isPurchase }
                first.arm()
                async let answer = stage.purchase("key-1")
                await held.arrived()
                #expect(try await stage.rows("decisions") == 1)
                await first.end()
                let told = try await answer
                await held.open()
                #expect(try await stage.rows("decisions") == 1)
                #expect(try await stage.purchase("key-1") == told)
                #expect(stage.proxy.count(\.isPurchase) == 3)
            }
        }

        @Test("a call without a key that times out is not made again", arguments: Engine.all)
        func lateOnce(engine: Engine) async throws {
            let held = Gate()
            let first = FirstPause()
            try await Stage.with(engine, responseTimeout: first.responseTimeout) { stage in
                stage.proxy.plan(.delaysAnswer(held), times: 1)
                first.arm()
                async let answer = stage.purser.call(
                    API.Identity.createInvitation,
                    .init(email: "second@example.com")
                )
                await held.arrived()
                await first.end()
                do {
                    _ = try await answer
                    Issue.record("the call was answered")
                } catch let error as PurserError {
                    #expect(error.kind == .network(.timedOut))
                }
                await held.open()
                #expect(try await stage.rows("invitations") == 1)
            }
        }

        @Test(
            "a device whose clock is a day off keeps its session, and refreshes when it must",
            arguments: Engine.all,
            [-86_400, 86_400] as [Int64]
        )
        func clockSkew(engine: Engine, seconds: Int64) async throws {
            let time = TestTimekeeper(start: TestClock.noon.adding(seconds: seconds))
            try await Stage.with(engine, time: time) { stage in
                try await stage.purchase("key-1")
                #expect(stage.proxy.count(\.isRefresh) == 0)
                let session = try #require(stage.tokens.load())
                let life = (session.expiresAt - session.issuedAt) / 1_000
                for number in 2...4 {
                    time.advance(by: .seconds(life))
                    stage.server.clock.advance(seconds: life)
                    try await stage.purchase("key-\(number)")
                    #expect(stage.proxy.count(\.isRefresh) == number - 1)
                }
                #expect(stage.proxy.count { $0.isPurchase } == 4)
                #expect(try await stage.rows("decisions") == 4)
            }
        }
    }
}

/// A patience whose first pause, once it is armed, ends when the test says so, and no other.
private final class FirstPause: Sendable {
    private let isArmed = Mutex(false)
    private let gate = Gate()

    func arm() { isArmed.withLock { $0 = true } }

    func end() async { await gate.open() }

    var responseTimeout: ResponseTimeout {
        ResponseTimeout { [self] _ in
            let isFirst = isArmed.withLock { isArmed in
                defer { isArmed = false }
                return isArmed
            }
            guard isFirst else { return try await Task.sleep(for: .seconds(86_400)) }
            await gate.pass()
        }
    }
}
