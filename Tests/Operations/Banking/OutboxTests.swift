import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("The outbox of notifications")
struct OutboxTests {
    @Test("asks the parents about a declined purchase, and tells the child", arguments: Engine.all)
    func declined(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.limit(0)
            #expect(try await home.ask(5_000).decision == .decline)
            #expect(try await home.deliver().delivered == 2)
            #expect(home.told(home.parent) == ["approval_wanted"])
            #expect(home.told(home.child) == ["purchase_declined"])
            let asked = home.sender.sent.map(\.message).first { $0.kind == "approval_wanted" }
            #expect(asked?.body == "Alice asks to spend $50.00 at Steam.")
            #expect(asked?.isUrgent == true && asked?.data["approval_id"] != nil)
            // The same purchase again is told nobody again that day, and parents wait already.
            try await home.ask(5_000)
            #expect(try await home.deliver() == DeliveryReport.none)
            #expect(home.sender.sent.count == 2)
            #expect(try await home.count("delivered") == 2)
        }
    }

    @Test("tells the parents what no permission helps with, too", arguments: Engine.all)
    func withoutMoney(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            _ = try await home.parent.purser.call(
                API.Guardian.setWalletSource,
                .init(userID: MemberReference(home.child.id.text))
            )
            #expect(try await home.ask(5_000).reason == .insufficientFunds)
            try await home.deliver()
            #expect(home.told(home.parent) == ["purchase_declined"])
            #expect(home.told(home.child) == ["purchase_declined"])
            let bodies = Set(home.sender.sent.map(\.message.body))
            #expect(bodies.count == 2 && bodies.contains { $0.contains("Alice") })
        }
    }

    @Test("tells nobody of another household, and nobody without a device", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let other = try await home.server.registerParent("other@example.com")
            try await NoticesHome.register("device-of-another", of: other)
            let second = try await home.server.registerChild("bob@example.com", of: home.parent)
            try await home.limit(0)
            try await home.ask(5_000)
            _ = try await second.purser.call(
                API.Guardian.authorizePurchase,
                .init(amountCents: 1, merchant: "Steam", category: "fun")
            )
            try await home.deliver()
            let members = Set(home.sender.sent.map(\.message.member))
            #expect(members == [home.parent.id, home.child.id])
            let devices = Set(home.sender.sent.map(\.device))
            #expect(
                devices == [
                    DeviceToken("device-of-the-parent"), DeviceToken("device-of-the-child"),
                ]
            )
        }
    }

    @Test("is silent where a member wants to hear nothing", arguments: Engine.all)
    func silence(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.prefer(home.parent, .init(pushEnabled: false))
            try await home.prefer(home.child, .init(limitAlerts: false))
            try await home.limit(0)
            try await home.ask(5_000)
            #expect(try await home.server.contents().count("notifications") == 0)
        }
    }

    @Test("drops what a member does not want to hear any more", arguments: Engine.all)
    func changedMind(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.limit(0)
            try await home.ask(5_000)
            try await home.prefer(home.parent, .init(pushEnabled: false))
            try await home.prefer(home.child, .init(limitAlerts: false))
            #expect(try await home.deliver().dropped == 2)
            #expect(home.sender.sent.isEmpty)
            #expect(try await home.count("dropped") == 2)
        }
    }

    @Test("waits for the end of quiet hours with what can wait", arguments: Engine.all)
    func quiet(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let hours = API.Banking.QuietHours(
                start: WireTime(test: "11:00"),
                end: WireTime(test: "13:00")
            )
            try await home.prefer(home.child, .init(quietHours: hours))
            try await home.prefer(home.parent, .init(quietHours: hours))
            try await home.limit(0)
            try await home.ask(5_000)
            try await home.deliver()
            #expect(home.sender.kinds == ["approval_wanted"])
            home.server.clock.advance(seconds: 3_599)
            #expect(try await home.deliver() == DeliveryReport.none)
            home.server.clock.advance(seconds: 1)
            try await home.deliver()
            #expect(home.told(home.child) == ["purchase_declined"])
        }
    }

    @Test("asks again about quiet hours that began meanwhile", arguments: Engine.all)
    func quietLater(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.limit(0)
            try await home.ask(5_000)
            let hours = API.Banking.QuietHours(
                start: WireTime(test: "11:00"),
                end: WireTime(test: "13:00")
            )
            try await home.prefer(home.child, .init(quietHours: hours))
            let report = try await home.deliver()
            #expect(report.delivered == 1 && report.waiting == 1)
            home.server.clock.set("2025-01-15T13:00:00Z")
            try await home.deliver()
            #expect(home.told(home.child) == ["purchase_declined"])
        }
    }

    @Test("is bounded by kind, however many purchases are tried", arguments: Engine.all)
    func flood(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.limit(0)
            for cents in 1...Int64(Limits.notificationsOfKind + 3) { try await home.ask(cents) }
            let most = Limits.notificationsOfKind
            #expect(try await home.server.contents().count("notifications") == 2 * most)
            home.server.clock.advance(milliseconds: Limits.notificationWindowMilliseconds)
            try await home.ask(7_777)
            #expect(try await home.server.contents().count("notifications") == 2 * most + 2)
        }
    }

    @Test("tells each mark of a budget once for a month", arguments: Engine.all)
    func budget(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let account = try await home.server.openAccount(of: home.child)
            let spend = { (minor: Int64) in
                let purchase = account.purchase(minor, on: home.server.clock.now)
                try await home.server.record(purchase, in: account)
            }
            try await home.limit(10_000)
            _ = try await spend(6_000)
            #expect(try await home.ask(1_900).decision == .approve)
            #expect(try await home.server.contents().count("notifications") == 0)
            #expect(try await home.ask(2_000).decision == .approve)
            #expect(try await home.ask(2_100).decision == .approve)
            try await home.deliver()
            #expect(home.sender.kinds == ["budget_near", "budget_near"])
            let bodies = Set(home.sender.sent.map(\.message.body))
            #expect(
                bodies == [
                    "You have spent $80.00 of $100.00 on fun this month.",
                    "Alice has spent $80.00 of $100.00 on fun this month.",
                ]
            )
            _ = try await spend(3_000)
            #expect(try await home.ask(1_000).decision == .approve)
            #expect(try await home.ask(1_000, at: "Itch").decision == .approve)
            try await home.deliver()
            #expect(home.told(home.parent) == ["budget_near", "budget_reached"])
            #expect(home.told(home.child) == ["budget_near", "budget_reached"])
        }
    }
}

extension DeliveryReport {
    /// Of a round in which nothing was due.
    static var none: DeliveryReport { DeliveryReport() }
}

extension WireTime {
    /// A time as a test wrote it down.
    init(test text: String) {
        guard let time = LocalTime(text) else { preconditionFailure("\(text) is no time") }
        self.init(time)
    }
}
