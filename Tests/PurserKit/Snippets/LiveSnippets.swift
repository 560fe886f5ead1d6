import PurserKit
import PurserTesting
import Testing

extension Snippets {
    static func followEvents(_ purser: Purser, show: (String) -> Bool) async throws {
        for try await event in purser.live.events() {
            guard case .approvalRequested(let approval) = event.content else { continue }
            if show("\(approval.merchant) asks for \(approval.amountCents.formattedCents())") {
                return
            }
        }
    }

    static func pollProgress(_ purser: Purser, show: ([String]) -> Bool) async {
        let polls = purser.live.poll(every: .seconds(120)) { try await $0.guardian.rulesProgress() }
        for await answer in polls {
            guard case .success(let rules) = answer else { continue }
            if show(rules.map { "\($0.categoryName): \($0.level)" }) { return }
        }
    }

    static func whenTheAppIsBehind(_ purser: Purser) {
        purser.live.pause()
    }

    static func whenItIsBack(_ purser: Purser) {
        purser.live.resume()
    }

    @Test("a poll tells what there is, and stands still while the app is behind")
    func polls() async throws {
        try await Self.asParent { purser in
            Self.whenTheAppIsBehind(purser)
            #expect(purser.live.isPaused)
            Self.whenItIsBack(purser)
            var shown: [String] = []
            await Self.pollProgress(purser) {
                shown = $0
                return true
            }
            #expect(shown.count == 3)
        }
    }

    @Test("a parent hears what a child asks for")
    func hears() async throws {
        try await LocalServer.with { server in
            let people = try await server.addDemoHousehold()
            let (parent, child) = (try server.purser(), try server.purser())
            try await parent.session.signIn(email: people[0].email, password: people[0].password)
            try await child.session.signIn(email: people[2].email, password: people[2].password)
            async let heard = Self.firstLine(parent)
            // Asks until the parent's stream is open, because it begins with what happens then.
            let asking = Task {
                for amount in Int64(15_000)... {
                    _ = try await child.guardian.authorizePurchase(
                        amountCents: amount,
                        merchant: "Steam",
                        category: "fun"
                    )
                }
            }
            #expect(try await heard.hasPrefix("Steam asks for "))
            asking.cancel()
            _ = await asking.result
            await child.shutdown()
            await parent.shutdown()
        }
    }

    private static func firstLine(_ purser: Purser) async throws -> String {
        var line = ""
        try await followEvents(purser) {
            line = $0
            return true
        }
        return line
    }
}
