import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What notifications cost a decision")
struct NoticeCostTests {
    @Test("is no statement where no mark of a limit is reached", arguments: Engine.all)
    func approvals(engine: Engine) async throws {
        let counted = StatementCounter.Counted()
        try await withServer(engine, interposing: counted.wrap) { server in
            let parent = try await server.registerParent()
            _ = try await parent.purser.call(
                API.Banking.registerDeviceToken,
                .init(deviceToken: "device")
            )
            _ = try await parent.setRule("fun", 10_000)
            // The first decision looks for reward cards.
            #expect(try await parent.authorize(100, "groceries").decision == .approve)
            var counts: [Int] = []
            for (cents, category) in [(100, "groceries"), (100, "fun"), (5_000, "fun")] {
                let before = counted.count
                let answer = try await parent.authorize(Int64(cents), category)
                #expect(answer.decision == .approve)
                counts.append(counted.count - before)
            }
            #expect(Set(counts).count == 1)
            #expect(try await server.contents().count("notifications") == 0)
        }
    }
}
