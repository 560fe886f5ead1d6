import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Testbed

/// A parent and a child, each with a device, and a push service that remembers what it got.
struct NoticesHome {
    let server: InProcessServer
    let sender: ScriptedSender
    let parent: TestMember
    let child: TestMember

    /// Runs `work`, at noon UTC on 15 January 2025.
    static func with(
        _ engine: Engine,
        sender: ScriptedSender = ScriptedSender(),
        _ work: (NoticesHome) async throws -> Void
    ) async throws {
        try await withServer(engine, notificationSender: sender) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await register("device-of-the-parent", of: parent)
            try await register("device-of-the-child", of: child)
            try await work(
                NoticesHome(server: server, sender: sender, parent: parent, child: child)
            )
        }
    }

    static func register(_ token: String, of member: TestMember) async throws {
        _ = try await member.purser.call(
            API.Banking.registerDeviceToken,
            .init(deviceToken: token)
        )
    }

    /// Sends what is due now.
    @discardableResult
    func deliver() async throws -> DeliveryReport {
        try await server.operations.banking.deliverNotifications(server.call())
    }

    /// The kinds of what was sent to a member, in the order of their names.
    func told(_ member: TestMember) -> [String] {
        sender.sent.filter { $0.message.member == member.id }.map(\.message.kind).sorted()
    }

    func prefer(
        _ member: TestMember,
        _ changes: API.Banking.NotificationPreferencesRequest
    ) async throws {
        _ = try await member.purser.call(API.Banking.setNotificationPreferences, changes)
    }

    /// A monthly limit of the child.
    func limit(_ cents: Int64, category: String = "fun") async throws {
        _ = try await parent.purser.call(
            API.Guardian.setRule,
            .init(
                category: category,
                monthlyLimitCents: cents,
                userID: MemberReference(child.id.text)
            )
        )
    }

    /// Asks for a purchase as the child.
    @discardableResult
    func ask(
        _ cents: Int64,
        at merchant: String = "Steam"
    ) async throws -> API.Guardian.AuthorizeResponse {
        try await child.purser.call(
            API.Guardian.authorizePurchase,
            .init(amountCents: cents, merchant: merchant, category: "fun")
        )
    }

    /// The token of a member's device, as the member sees it.
    func device(of member: TestMember) async throws -> String? {
        try await member.purser.call(API.Banking.currentUser).deviceToken
    }

    /// Lets the push service answer that it does not know the next device since an instant.
    func noticeGone(millisecondsAgo: Int64 = 0) {
        let noticed = server.clock.now.adding(milliseconds: -millisecondsAgo)
        sender.answer(.gone(since: noticed))
    }

    /// Rows of the outbox in a state.
    func count(_ state: String) async throws -> Int64 {
        try await server.database.read { session in
            try session.first(
                Statement("SELECT COUNT(*) FROM notifications WHERE state = $1"),
                [.text(state)]
            ) { $0.integer(0) } ?? 0
        }
    }
}
