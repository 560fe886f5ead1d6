import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@Suite("What a server tells live")
struct HouseholdEventTests {
    @Test("reaches the parents and the child it is about, over connections that end")
    func approvals() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let alice = try await server.registerChild(of: parent)
            let bob = try await server.registerChild("bob@example.com", of: parent)
            let child = MemberReference(alice.id.text)
            let apps = try [parent, alice, bob].map { try server.app(of: $0) }
            var heard = try await Heard(apps)
            _ = try await apps[0].guardian.setRule(
                category: "fun",
                monthlyLimitCents: 100,
                userID: child
            )
            let declined = try await apps[1].guardian.authorizePurchase(
                amountCents: 500,
                merchant: "Steam",
                category: "fun"
            )
            #expect(declined.decision == .decline)
            for place in 0...1 {
                let event = try #require(try await heard.next(place))
                guard case .approvalRequested(let approval) = event.content else {
                    Issue.record("\(event)")
                    continue
                }
                #expect(approval.userID == alice.id)
                #expect(approval.state == .pending)
            }
            // Both are away while the request is decided, and hear of it afterwards.
            for app in apps { app.live.pause() }
            let request = try await apps[0].guardian.listApprovals()[0]
            _ = try await apps[0].guardian.decideApproval(id: request.id, decision: .refuse)
            for app in apps { app.live.resume() }
            for place in 0...1 {
                let event = try #require(try await heard.next(place))
                guard case .approvalDecided(let approval) = event.content else {
                    Issue.record("\(event)")
                    continue
                }
                #expect(approval.state == .refused)
            }
            // Another child hears its own request, and nothing of its sister's.
            _ = try await apps[0].guardian.setRule(
                category: "fun",
                monthlyLimitCents: 100,
                userID: MemberReference(bob.id.text)
            )
            _ = try await apps[2].guardian.authorizePurchase(
                amountCents: 700,
                merchant: "Steam",
                category: "fun"
            )
            let own = try #require(try await heard.next(2))
            guard case .approvalRequested(let approval) = own.content else {
                Issue.record("\(own)")
                return
            }
            #expect(approval.userID == bob.id)
            for app in apps { await app.shutdown() }
        }
    }

    /// What several clients hear, each from a stream that is open.
    private struct Heard {
        private var events: [AsyncThrowingStream<GuardianEvent, any Error>.Iterator] = []

        init(_ apps: [Purser]) async throws {
            // Behind 0 everything is told, so nothing is lost before a stream is open.
            for app in apps { events.append(app.live.events(after: 0).makeAsyncIterator()) }
        }

        /// The next event; that records changed is none.
        mutating func next(_ place: Int) async throws -> GuardianEvent? {
            while let event = try await events[place].next() {
                guard case .recordsChanged = event.content else { return event }
            }
            return nil
        }
    }
}
