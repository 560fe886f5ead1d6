import Contract
import Guardian
import Kernel
import PurserKit
import Testbed
import Testing

/// A family on a real server, and a device of its child that knows what the server told it.
struct PurchaseWorld {
    let server: InProcessServer
    let parent: TestMember
    let child: TestMember
    let account: TestAccount
    let device: Purser
    /// The way between the two.
    let network: BreakableTransport

    init(_ server: InProcessServer, timeZone: String? = nil) async throws {
        self.server = server
        parent = try await server.registerParent(timeZone: timeZone)
        child = try await server.registerChild(of: parent)
        account = try await server.openAccount(of: child)
        network = BreakableTransport(server.transport())
        device = try .test(
            network,
            tokens: MemoryTokenStore.signedIn(child.token, at: server.clock.now),
            time: TestTimekeeper(server.clock)
        )
    }

    private var reference: MemberReference { MemberReference(child.id.text) }

    /// Sets a limit of the child's.
    func limit(_ category: String, _ cents: Int64) async throws {
        _ = try await parent.purser.call(
            API.Guardian.setRule,
            .init(category: category, monthlyLimitCents: cents, userID: reference),
            idempotencyKey: "rule-\(category)-\(cents)"
        )
    }

    /// Draws a fence for the child.
    func fence(
        _ centre: Coordinate,
        _ radius: Int64,
        _ policy: API.Guardian.GeofencePolicy,
        for category: String? = nil
    ) async throws {
        let fence = API.Guardian.GeofenceRequest(
            name: "Fence",
            latitude: centre.latitude,
            longitude: centre.longitude,
            radiusM: radius,
            category: category,
            policy: policy,
            userID: reference
        )
        let key = "fence-\(centre)-\(radius)-\(policy)-\(category ?? "")"
        _ = try await parent.purser.call(
            API.Guardian.createGeofence,
            fence,
            idempotencyKey: key
        )
    }

    /// Allows one purchase.
    func allow(_ cents: Int64, at merchant: String, number: Int = 0) async throws {
        _ = try await parent.purser.call(
            API.Guardian.createOverride,
            .init(amountCents: cents, merchant: merchant, userID: reference),
            idempotencyKey: "override-\(cents)-\(number)"
        )
    }

    /// Makes the child's wallet what it pays with.
    func payFromWallet(holding cents: Int64) async throws {
        let children = try await parent.purser.call(API.Allowance.familyChildren).children
        let id = try #require(children.first { $0.userID == child.id }).childID
        _ = try await parent.purser.call(
            API.Allowance.createWalletTransaction,
            .init(
                childID: id,
                amount: DecimalAmount(minor: cents),
                type: .credit,
                description: "Gift"
            ),
            idempotencyKey: "gift"
        )
        _ = try await parent.purser.call(
            API.Guardian.setWalletSource,
            .init(userID: reference),
            idempotencyKey: "wallet"
        )
    }

    /// Asks the device first, and then the server; what they say must be the same, word for word.
    ///
    /// - Returns: The reason of both.
    @discardableResult
    func compare(
        _ purchase: API.Guardian.AuthorizeRequest,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> API.Guardian.AuthorizeReason {
        let known = try await device.device.checkPurchase(
            amountCents: purchase.amountCents,
            merchant: purchase.merchant,
            category: purchase.category,
            mcc: purchase.mcc
        )
        let advice = try #require(known, comment, sourceLocation: sourceLocation)
        let answer = try await device.call(API.Guardian.authorizePurchase, purchase)
        #expect(advice.decision == answer.decision, comment, sourceLocation: sourceLocation)
        #expect(advice.reason == answer.reason, comment, sourceLocation: sourceLocation)
        #expect(advice.message == answer.message, comment, sourceLocation: sourceLocation)
        #expect(advice.trace == answer.trace, comment, sourceLocation: sourceLocation)
        return answer.reason
    }
}
