import Contract
import Testbed
import Testing

@testable import PurserKit

extension FaultTests {
    /// Each fault, against each kind of call.
    @Suite("by kind of call")
    struct TableTests {
        /// A call of one kind, and where the server writes down that it was done.
        enum ModelAction: String, CaseIterable, CustomTestStringConvertible {
            /// Reads; may be repeated.
            case reading
            /// Writes under a key; may be repeated with it.
            case writing
            /// Writes without one; may not be repeated once the server may have heard it.
            case once

            var testDescription: String { rawValue }

            var table: String { self == .once ? "invitations" : "decisions" }

            func run(_ stage: Stage, key: String) async throws {
                switch self {
                case .reading: _ = try await stage.purser.call(API.Guardian.listRules, .init())
                case .writing: try await stage.purchase(key)
                case .once:
                    _ = try await stage.purser.call(
                        API.Identity.createInvitation,
                        .init(email: "second@example.com")
                    )
                }
            }
        }

        /// A fault, and what the calls come to.
        struct Row: Sendable, CustomTestStringConvertible {
            let name: String
            let fault: NetworkFault
            /// Whether the server hears a request that the fault befalls.
            let isHeard: Bool
            /// How a call ends that is not repeated.
            let kind: PurserError.Kind?
            /// Whether a repetition is made at all.
            let isRepeated: Bool

            var testDescription: String { name }

            init(
                _ name: String,
                _ fault: NetworkFault,
                isHeard: Bool = false,
                _ kind: PurserError.Kind?,
                isRepeated: Bool = true
            ) {
                self.name = name
                self.fault = fault
                self.isHeard = isHeard
                self.kind = kind
                self.isRepeated = isRepeated
            }
        }

        static let rows = [
            Row("drop", .drops, .network(.connectionLost)),
            Row("reset", .resets, .network(.connectionLost)),
            Row("lost answer", .losesAnswer, isHeard: true, .network(.connectionLost)),
            Row("truncated answer", .truncatesAnswer, isHeard: true, .network(.damaged)),
            Row("garbage", .garbage, .network(.damaged)),
            Row("captive portal", .captivePortal, .network(.intercepted)),
            Row("redirect to a portal", .redirects, .network(.intercepted)),
            Row("gateway without a server", .badGateway, .server),
            Row("429", .rateLimited(retryAfter: 2), .rateLimited),
            Row("oversized body", .oversized, .network(.tooLarge), isRepeated: false),
        ]

        @Test(
            "befallen once, a call that may be repeated succeeds, and any is done at most once",
            arguments: Engine.all,
            rows
        )
        func once(engine: Engine, row: Row) async throws {
            try await Stage.with(engine) { stage in
                for action in ModelAction.allCases {
                    let before = try await stage.rows(action.table)
                    stage.proxy.plan(row.fault, times: 1)
                    let error = await Self.error { try await action.run(stage, key: "key-1") }
                    let isRepeated = row.isRepeated && action != .once
                    #expect(error?.kind == (isRepeated ? nil : row.kind), "\(action)")
                    let done = try await stage.rows(action.table) - before
                    let isDone = action != .reading && (isRepeated || row.isHeard)
                    #expect(done == (isDone ? 1 : 0), "\(action)")
                }
            }
        }

        @Test(
            "befallen for long, a call tells the fault's kind, and its repetition is done once",
            arguments: Engine.all,
            rows
        )
        func forLong(engine: Engine, row: Row) async throws {
            try await Stage.with(engine) { stage in
                stage.proxy.plan(row.fault)
                let error = await Self.error { try await stage.purchase("key-1") }
                #expect(error?.kind == row.kind)
                #expect(stage.proxy.count(\.isPurchase) == (row.isRepeated ? 4 : 1))
                #expect(try await stage.rows("decisions") == (row.isHeard ? 1 : 0))
                stage.proxy.forgetPlan()
                try await stage.purchase("key-1")
                #expect(try await stage.rows("decisions") == 1)
            }
        }

        @Test("what the network delivers twice is done once", arguments: Engine.all)
        func duplicates(engine: Engine) async throws {
            try await Stage.with(engine) { stage in
                stage.proxy.plan(.duplicates)
                for number in 1...5 { try await stage.purchase("key-\(number)") }
                #expect(try await stage.rows("decisions") == 5)
                let handedOn = stage.proxy.handedOn
                _ = try await stage.purser.call(API.Guardian.listRules, .init())
                #expect(stage.proxy.handedOn == handedOn + 2)
            }
        }

        /// The error of a call; `nil` when it succeeds.
        private static func error(_ call: () async throws -> Void) async -> PurserError? {
            do {
                try await call()
                return nil
            } catch let error as PurserError {
                return error
            } catch {
                Issue.record("\(error)")
                return nil
            }
        }
    }
}
