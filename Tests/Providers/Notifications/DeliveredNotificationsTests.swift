import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Providers

@Suite("Notifications of a server")
struct DeliveredNotificationsTests {
    @Test("arrive at Apple's push service: a test at once, the rest from the outbox")
    func arrive() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            try await withServer(
                .sqlite,
                clock: peer.clock,
                notificationSender: sender
            ) { server in
                let parent = try await server.registerParent()
                _ = try await parent.purser.call(
                    API.Banking.registerDeviceToken,
                    .init(deviceToken: PushFixture.token)
                )
                let test = try await parent.purser.call(API.Banking.testNotification)
                #expect(test.sent)
                _ = try await parent.purser.call(
                    API.Guardian.setRule,
                    .init(category: "fun", monthlyLimitCents: 0)
                )
                _ = try await parent.purser.call(
                    API.Guardian.authorizePurchase,
                    .init(amountCents: 5_000, merchant: "Steam", category: "fun")
                )
                let banking = server.operations.banking
                #expect(try await banking.deliverNotifications(server.call()).delivered == 1)
                #expect(peer.received.count == 2)
                let paths = Set(peer.received.map { $0.headers[":path"] })
                #expect(paths == ["/3/device/\(PushFixture.token)"])
                let last = try #require(peer.received.last)
                let payload = try JSONParser.parse(last.body)
                #expect(payload["aps"]?["alert"]?["title"] == .string("Purchase declined"))
            }
        }
    }
}
