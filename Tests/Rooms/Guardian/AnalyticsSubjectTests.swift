import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Whose analytics are told")
struct AnalyticsSubjectTests {
    @Test("the caller's, or those of a child that its parent names", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let account = try await server.openAccount(of: child)
            _ = try await parent.setRule("fun", 20_000, for: child.id.text)
            try await server.spend(700, from: account)
            _ = try await child.authorize(20_000)
            try await parent.override(5_000, for: child.id.text)
            let number = try await child.purser.call(API.Banking.currentUser).id
            for form in [child.id.text, String(number)] {
                let summary = try await parent.summary(of: form)
                #expect(summary.spendCents == 700 && summary.riskyRate == Ratio(1, of: 1))
                #expect(try await summary == child.summary())
                #expect(try await parent.byCategory(of: form) == ["fun 700 in 1"])
                #expect(try await parent.byDay(of: form) == child.byDay())
                #expect(try await parent.byMerchant(of: form) == ["Steam 700 in 1"])
                #expect(try await parent.progress(of: form).map(\.spentMTDCents) == [700])
                #expect(try await parent.overrides(of: form).map(\.amountCents) == [5_000])
                #expect(try await parent.assess(1, for: form).metrics.spentMTDCents == 700)
            }
            let own = try await parent.summary()
            #expect(own.spendCents == 0 && own.chargeCount == 0 && own.authEvents == 0)
            #expect(own.riskyRate == Ratio(0, of: 1) && own.overrideRate == Ratio(0, of: 1))
            #expect(try await parent.byCategory() == [])
            #expect(try await parent.byDay() == [])
            #expect(try await parent.byMerchant() == [])
            #expect(try await parent.progress() == [])
            #expect(try await parent.overrides() == [])
        }
    }

    @Test("those of anybody else do not exist, whoever that is", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let sibling = try await server.registerChild("bob@example.com", of: parent)
            let stranger = try await server.registerParent("stranger@example.com")
            let before = try await server.contents()
            for (caller, subject) in [
                (parent, stranger.id.text), (parent, "0"), (parent, "x"), (parent, stranger.email),
                (child, parent.id.text), (child, sibling.id.text), (child, stranger.id.text),
            ] {
                for error in [
                    await refusal { try await caller.summary(of: subject) },
                    await refusal { try await caller.byCategory(of: subject) },
                    await refusal { try await caller.byDay(of: subject) },
                    await refusal { try await caller.byMerchant(of: subject) },
                    await refusal { try await caller.progress(of: subject) },
                    await refusal { try await caller.overrides(of: subject) },
                    await refusal { try await caller.assess(1, for: subject) },
                ] {
                    #expect(error?.status == 404, "\(subject)")
                    #expect(error?.code == "not found")
                }
            }
            #expect(try await server.contents() == before)
        }
    }
}
