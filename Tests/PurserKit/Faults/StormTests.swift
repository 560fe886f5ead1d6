import Contract
import Synchronization
import Testbed
import Testing

@testable import PurserKit

extension FaultTests {
    @Suite("in storms")
    struct StormTests {
        @Test("a hundred calls whose token is refused make one refresh", arguments: Engine.all)
        func unauthorized(engine: Engine) async throws {
            try await Stage.with(engine) { stage in
                try Self.refuseToken(of: stage)
                try await Self.purchases(100, on: stage)
                #expect(stage.proxy.count(\.isRefresh) == 1)
                #expect(try await stage.rows("decisions") == 100)
                #expect(try await Self.liveSessions(of: stage) == 1)
            }
        }

        @Test(
            "a refresh whose answer is lost is asked for again, and the session lives",
            arguments: Engine.all
        )
        func lostRefresh(engine: Engine) async throws {
            try await Stage.with(engine) { stage in
                try Self.refuseToken(of: stage)
                stage.proxy.plan(.losesAnswer, times: 1) { $0.isRefresh }
                try await Self.purchases(100, on: stage)
                #expect(stage.proxy.count(\.isRefresh) == 2)
                #expect(try await stage.rows("decisions") == 100)
                #expect(try await Self.liveSessions(of: stage) == 1)
                #expect(stage.tokens.load() != nil)
            }
        }

        @Test(
            "when the session is over, a hundred calls learn it from one refresh",
            arguments: Engine.all
        )
        func sessionOver(engine: Engine) async throws {
            try await Stage.with(engine) { stage in
                stage.proxy.plan(.unauthorized)
                let refused = Counter()
                await withTaskGroup(of: Void.self) { group in
                    for number in 1...100 {
                        group.addTask {
                            let error = await #expect(throws: PurserError.self) {
                                try await stage.purchase("key-\(number)")
                            }
                            if error?.kind == .unauthorized { refused.up() }
                        }
                    }
                }
                #expect(refused.value == 100)
                #expect(stage.proxy.count(\.isRefresh) == 1)
                let rows = try await stage.rows("decisions")
                #expect(rows == 0)
                #expect(stage.tokens.load() == nil)
            }
        }

        @Test("calls that are too many wait as long as they are told", arguments: Engine.all)
        func rateLimited(engine: Engine) async throws {
            try await Stage.with(engine, configure: { $0.callDeadline = .seconds(86_400) }) {
                stage in
                let tries = Mutex<[String: Int]>([:])
                stage.proxy.plan(.rateLimited(retryAfter: 7)) { request in
                    guard request.isPurchase, let key = request.headers["idempotency-key"] else {
                        return false
                    }
                    return tries.withLock { tries in
                        tries[key, default: 0] += 1
                        return tries[key, default: 0] <= 2
                    }
                }
                stage.time.share = 0
                try await Self.purchases(50, on: stage)
                #expect(try await stage.rows("decisions") == 50)
                #expect(stage.proxy.count(\.isPurchase) == 150)
                #expect(stage.time.pauses == Array(repeating: .seconds(7), count: 100))
            }
        }

        /// Has the network refuse the token that the app carries now.
        private static func refuseToken(of stage: Stage) throws {
            let old = try #require(stage.tokens.load()).accessToken
            stage.proxy.plan(.unauthorized) { $0.bearer == old }
        }

        private static func purchases(_ count: Int, on stage: Stage) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...count {
                    group.addTask { try await stage.purchase("key-\(number)") }
                }
                try await group.waitForAll()
            }
        }

        private static func liveSessions(of stage: Stage) async throws -> Int {
            // The registration of the parent began another one.
            try await stage.purser.call(API.Identity.listSessions).sessions.count - 1
        }
    }
}
