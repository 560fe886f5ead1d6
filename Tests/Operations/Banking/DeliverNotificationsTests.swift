import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@Suite("Sending notifications")
struct DeliverNotificationsTests {
    /// The child is to be told that a purchase was declined, and nobody else anything.
    private func withOne(
        _ engine: Engine,
        sender: ScriptedSender = ScriptedSender(),
        _ work: (NoticesHome) async throws -> Void
    ) async throws {
        try await NoticesHome.with(engine, sender: sender) { home in
            try await home.prefer(home.parent, .init(pushEnabled: false))
            try await home.limit(0)
            try await home.ask(5_000)
            try await work(home)
        }
    }

    @Test("is tried again after a pause, with the same id", arguments: Engine.all)
    func retried(engine: Engine) async throws {
        try await withOne(engine) { home in
            home.sender.answer(.retry(after: nil, reason: "HTTP 503"))
            let report = try await home.deliver()
            #expect(report.waiting == 1)
            #expect(report.failures == ["purchase_declined: HTTP 503"])
            #expect(try await home.deliver() == DeliveryReport.none)
            home.server.clock.advance(seconds: 5)
            #expect(try await home.deliver().delivered == 1)
            #expect(Set(home.sender.sent.map(\.message.id)).count == 1)
            #expect(home.sender.sent.count == 2)
        }
    }

    @Test("keeps the pause that the service asks for", arguments: Engine.all)
    func pause(engine: Engine) async throws {
        try await withOne(engine) { home in
            home.sender.answer(.retry(after: 600, reason: "HTTP 429"))
            try await home.deliver()
            home.server.clock.advance(seconds: 599)
            #expect(try await home.deliver() == DeliveryReport.none)
            home.server.clock.advance(seconds: 1)
            #expect(try await home.deliver().delivered == 1)
        }
    }

    @Test("gives up what nobody takes, and what is too old", arguments: Engine.all)
    func givenUp(engine: Engine) async throws {
        try await withOne(engine) { home in
            home.sender.answer(.refused(reason: "BadTopic"))
            #expect(try await home.deliver().dropped == 1)
            try await home.ask(5_001)
            home.server.clock.advance(seconds: 48 * 3_600)
            #expect(try await home.deliver().dropped == 1)
            #expect(home.sender.sent.count == 1)
            #expect(try await home.count("waiting") == 0)
        }
    }

    @Test("forgets a device that the service does not know any more", arguments: Engine.all)
    func gone(engine: Engine) async throws {
        try await withOne(engine) { home in
            home.server.clock.advance(seconds: 60)
            home.noticeGone()
            let report = try await home.deliver()
            #expect(report.dropped == 1)
            #expect(try await home.device(of: home.child) == nil)
            #expect(try await home.device(of: home.parent) == "device-of-the-parent")
        }
    }

    @Test("keeps a device that was registered after it was gone", arguments: Engine.all)
    func registeredAnew(engine: Engine) async throws {
        try await withOne(engine) { home in
            home.noticeGone(millisecondsAgo: 1)
            let report = try await home.deliver()
            #expect(report.waiting == 1)
            #expect(try await home.device(of: home.child) == "device-of-the-child")
            home.server.clock.advance(seconds: 5)
            #expect(try await home.deliver().delivered == 1)
        }
    }

    @Test("by webhook needs no device, and forgets none", arguments: Engine.all)
    func webhook(engine: Engine) async throws {
        try await withOne(engine, sender: ScriptedSender(needsDevice: false)) { home in
            home.sender.answer(.gone(since: nil))
            #expect(try await home.deliver().dropped == 1)
            #expect(try await home.device(of: home.child) == "device-of-the-child")
            let second = try await home.server.registerChild("bob@example.com", of: home.parent)
            _ = try await home.parent.purser.call(
                API.Guardian.setRule,
                .init(
                    category: "fun",
                    monthlyLimitCents: 0,
                    userID: MemberReference(second.id.text)
                )
            )
            _ = try await second.purser.call(
                API.Guardian.authorizePurchase,
                .init(amountCents: 100, merchant: "Steam", category: "fun")
            )
            #expect(try await home.deliver().delivered == 1)
            #expect(home.sender.sent.last?.message.member == second.id)
            #expect(home.sender.sent.last?.device == nil)
        }
    }

    @Test("is done once, however many processes do it", arguments: Engine.all)
    func sideBySide(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.limit(0)
            for cents in 1...10 as ClosedRange<Int64> { try await home.ask(cents) }
            let another = try home.server.another()
            async let first = home.deliver()
            async let second = another.operations.banking.deliverNotifications(another.call())
            let reports = try await [first, second]
            #expect(reports.map(\.delivered).reduce(0, +) == 20)
            #expect(home.sender.sent.count == 20)
            #expect(Set(home.sender.sent.map(\.message.id)).count == 20)
        }
    }

    @Test("is settled by who claimed it last", arguments: Engine.all)
    func claimedTwice(engine: Engine) async throws {
        try await withOne(engine) { home in
            let now = home.server.clock.now
            let (lease, end) = (now.adding(seconds: 60), now.adding(seconds: 120))
            let states = try await home.server.database.write { session in
                let first = try #require(
                    try Notifications.claim(now: now, until: lease, in: session).first
                )
                // It is nobody else's before the lease ends.
                let held = try Notifications.claim(now: now, until: lease, in: session)
                let second = try #require(
                    try Notifications.claim(now: lease, until: end, in: session).first
                )
                let late = NotificationOutcome(of: first, .dropped, deliverAfter: now)
                try Notifications.settle([late], in: session)
                let isWaiting = try Notifications.isAnyDue(now: end, in: session)
                let last = NotificationOutcome(of: second, .delivered, deliverAfter: now)
                try Notifications.settle([last], in: session)
                return [held.isEmpty, isWaiting]
            }
            #expect(states == [true, true])
            #expect(try await home.count("delivered") == 1)
        }
    }

    @Test("tells nothing to who was taken out of the household", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.limit(0)
            try await home.ask(5_000)
            let family = try await home.parent.purser.call(API.Allowance.familyChildren)
            let id = try #require(family.children.first?.childID)
            _ = try await home.parent.purser.call(API.Allowance.removeChild, .init(childID: id))
            #expect(try await home.server.contents().count("notifications") == 0)
            #expect(try await home.server.contents().count("device_tokens") == 1)
            #expect(try await home.deliver() == DeliveryReport.none)
        }
    }

    @Test("forgets what was told after forty days", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await withOne(engine) { home in
            try await home.deliver()
            let end = TestClock.noon.adding(milliseconds: Limits.notificationKeptMilliseconds)
            try await home.server.operations.forgetOldRecords(now: end)
            #expect(try await home.count("delivered") == 1)
            try await home.server.operations.forgetOldRecords(now: end.adding(milliseconds: 1))
            #expect(try await home.count("delivered") == 0)
        }
    }
}
