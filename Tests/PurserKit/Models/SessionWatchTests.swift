import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("What watches a model's session")
struct SessionWatchTests {
    @Test("notices each end, also of a session that was over before it had its turn")
    func ends() async throws {
        let purser = try Purser.test(PreviewTransport(), tokens: MemoryTokenStore())
        let state = purser.client.keeper.state
        let ends = Ends()
        let watch = SessionWatch(purser) { ends.count += 1 }
        // Nothing waits here, so the watch sees none of this happen.
        state.tell(.signedIn(owner: "a"))
        state.tell(.signedOut(.byMember))
        state.tell(.signedIn(owner: "a"))
        state.tell(.signedIn(owner: "b"))
        await untilShown { ends.count == 2 }
        state.tell(.signedOut(.expired))
        await untilShown { ends.count == 3 }
        withExtendedLifetime(watch) {}
    }

    @Test("takes it for no end that nobody was signed in")
    func nobody() async throws {
        let purser = try Purser.test(PreviewTransport(), tokens: MemoryTokenStore())
        let state = purser.client.keeper.state
        let ends = Ends()
        let watch = SessionWatch(purser) { ends.count += 1 }
        state.tell(.signedOut(.none))
        state.tell(.signedIn(owner: "a"))
        state.tell(.signedOut(.byMember))
        await untilShown { ends.count > 0 }
        #expect(ends.count == 1)
        withExtendedLifetime(watch) {}
    }
}

/// How many ends were noticed.
@MainActor
private final class Ends {
    var count = 0
}
