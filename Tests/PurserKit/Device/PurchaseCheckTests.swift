import Contract
import Guardian
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A purchase checked on the device")
struct PurchaseCheckTests {
    private static let mall = Coordinate(latitude: 40.7128, longitude: -74.006)
    private static let park = Coordinate(latitude: 40.7300, longitude: -74.0000)

    /// A purchase and what is said of it.
    private struct Row {
        let cents: Int64
        let merchant: String
        var category: String?
        var mcc: Int64?
        var position: Coordinate?
        let reason: API.Guardian.AuthorizeReason
    }

    private static let rows: [Row] = [
        // Limit 200.00 for fun, of which 160.00 are spent.
        Row(cents: 4_000, merchant: "Arcade", category: "fun", reason: .ok),
        Row(cents: 4_001, merchant: "Arcade", category: "fun", reason: .risky),
        Row(cents: 4_001, merchant: "Arcade", category: " FUN ", reason: .risky),
        Row(cents: 4_001, merchant: "  STEAM   games ", reason: .risky),
        // Limit 100.00 for fast food: more than half of it at once is too much.
        Row(cents: 5_000, merchant: "Corner", category: "Fast Food", reason: .ok),
        Row(cents: 5_001, merchant: "Corner", category: "fast_food", reason: .risky),
        Row(cents: 5_001, merchant: "McDonald's", reason: .risky),
        Row(cents: 5_001, merchant: "Nobody's", mcc: 5_814, reason: .risky),
        // An odd limit of 99 cents: its half is no whole cent.
        Row(cents: 49, merchant: "Corner", category: "stickers", reason: .ok),
        Row(cents: 50, merchant: "Corner", category: "stickers", reason: .risky),
        // Limit 0.
        Row(cents: 1, merchant: "Corner", category: "alcohol", reason: .risky),
        Row(cents: 1, merchant: "Nobody's", mcc: 5_921, reason: .risky),
        // No limit at all.
        Row(cents: 1_000_000, merchant: "Nobody's", reason: .ok),
        Row(cents: 1_000_000, merchant: "Nobody's", category: "books", mcc: 0, reason: .ok),
        // Allowed once, before everything else.
        Row(cents: 7_777, merchant: "arcade", category: "fun", reason: .override),
        // In the mall fun is blocked, in the park everything is warned of.
        Row(
            cents: 100,
            merchant: "Arcade",
            category: "fun",
            position: mall,
            reason: .locationBlock
        ),
        Row(cents: 100, merchant: "Corner", category: "fast_food", position: mall, reason: .ok),
        Row(cents: 1, merchant: "Corner", category: "alcohol", position: park, reason: .risky),
        Row(cents: 100, merchant: "Arcade", category: "fun", position: park, reason: .locationWarn),
        Row(
            cents: 100,
            merchant: "Arcade",
            category: "fun",
            position: Coordinate(latitude: 41.5, longitude: -74.006),
            reason: .ok
        ),
    ]

    @Test("is decided as the server decides it, word for word")
    func table() async throws {
        try await withServer(.sqlite) { server in
            let world = try await PurchaseWorld(server)
            for (category, cents) in [
                ("fun", 20_000), ("fast_food", 10_000), ("stickers", 99), ("alcohol", 0),
            ] { try await world.limit(category, Int64(cents)) }
            try await server.spend(16_000, "fun", from: world.account)
            try await world.fence(Self.mall, 500, .block, for: "fun")
            try await world.fence(Self.park, 300, .warn)
            try await world.allow(7_777, at: "ARCADE")
            for row in Self.rows {
                if let position = row.position {
                    _ = try await world.device.device.updateLocation(position)
                }
                try await world.device.device.refreshFacts()
                let reason = try await world.compare(
                    .init(
                        amountCents: row.cents,
                        merchant: row.merchant,
                        category: row.category,
                        mcc: row.mcc
                    ),
                    "\(row)"
                )
                #expect(reason == row.reason, "\(row)")
            }
            await world.device.shutdown()
        }
    }

    @Test("is held against the wallet where that pays", arguments: [(1_000, true), (1_001, false)])
    func wallet(cents: Int64, isEnough: Bool) async throws {
        try await withServer(.sqlite) { server in
            let world = try await PurchaseWorld(server)
            try await world.payFromWallet(holding: 1_000)
            try await world.device.device.refreshFacts()
            let reason = try await world.compare(.init(amountCents: cents, merchant: "Corner"))
            #expect(reason == (isEnough ? .ok : .insufficientFunds))
            await world.device.shutdown()
        }
    }

    @Test("is decided as the server decides it, whatever it is", arguments: 1...4)
    func chance(seed: UInt64) async throws {
        try await withServer(.sqlite) { server in
            let chance = Chance(seed: seed)
            let world = try await PurchaseWorld(server)
            let categories = ["fun", "fast_food", "alcohol", "stickers", "electronics"]
            let merchants = ["Steam", "McDonald's", "Corner", "Netflix", "Uber", "Apple Store"]
            for category in categories where chance.number(below: 3) > 0 {
                try await world.limit(category, chance.one(of: [0, 99, 5_000, 10_001, 20_000]))
                let spent = Int64(chance.number(below: 12_000))
                if spent > 0 { try await server.spend(spent, category, from: world.account) }
            }
            let centres = (0..<6).map { number in
                Coordinate(latitude: 40.7 + Double(number) * 0.004, longitude: -74)
            }
            if seed % 2 == 0 {
                for centre in centres {
                    try await world.fence(
                        centre,
                        Int64(100 + chance.number(below: 500)),
                        chance.one(of: [.block, .warn]),
                        for: chance.one(of: categories + [nil])
                    )
                }
            }
            if seed > 2 { try await world.payFromWallet(holding: 9_000) }
            var reasons: Set<API.Guardian.AuthorizeReason> = []
            for number in 1...80 {
                if chance.number(below: 3) == 0 {
                    let centre = chance.one(of: centres)
                    // Around the edge of most fences.
                    let north = Double(chance.number(below: 600)) / 111_195
                    _ = try await world.device.device.updateLocation(
                        Coordinate(
                            latitude: centre.latitude + north,
                            longitude: centre.longitude
                        )
                    )
                }
                let purchase = API.Guardian.AuthorizeRequest(
                    amountCents: Int64(
                        1 + chance.number(below: chance.one(of: [60, 6_000, 30_000]))
                    ),
                    merchant: chance.one(of: merchants),
                    category: chance.one(of: categories + [nil, nil, "books"]),
                    mcc: chance.one(of: [nil, 0, 5_814, 5_921, 7_994])
                )
                if chance.number(below: 8) == 0 {
                    try await world.allow(
                        purchase.amountCents,
                        at: purchase.merchant.uppercased(),
                        number: number
                    )
                    if chance.number(below: 3) == 0 { server.clock.advance(seconds: 300) }
                }
                try await world.device.device.refreshFacts()
                let comment: Comment = "seed \(seed), purchase \(number): \(purchase)"
                reasons.insert(try await world.compare(purchase, comment))
                server.clock.advance(seconds: Int64(chance.number(below: 90)))
            }
            #expect(reasons.isSuperset(of: [.ok, .risky, .override]), "seed \(seed)")
            await world.device.shutdown()
        }
    }

    @Test("says as of when its facts are, and starts the month anew without the server")
    func month() async throws {
        try await withServer(.sqlite) { server in
            server.clock.set("2025-01-31T12:00:00Z")
            let world = try await PurchaseWorld(server, timeZone: "America/New_York")
            try await world.limit("fun", 20_000)
            try await server.spend(19_000, "fun", from: world.account)
            let device = world.device.device
            let asOf = try await device.refreshFacts()
            #expect(asOf == server.clock.now)
            // Midnight is at five in the morning there.
            for (instant, reason) in [
                ("2025-02-01T04:59:59Z", API.Guardian.AuthorizeReason.risky),
                ("2025-02-01T05:00:00Z", .ok),
            ] {
                server.clock.set(instant)
                let advice = try await device.checkPurchase(
                    amountCents: 5_000,
                    merchant: "Corner",
                    category: "fun"
                )
                #expect(advice?.reason == reason)
                #expect(advice?.asOf == asOf)
            }
            await world.device.shutdown()
        }
    }

    @Test("knows a place for 30 minutes, and takes another one at its word")
    func places() async throws {
        try await withServer(.sqlite) { server in
            let world = try await PurchaseWorld(server)
            try await world.fence(Self.mall, 500, .block)
            let device = world.device.device
            try await device.updateLocation(Self.mall)
            try await device.refreshFacts()
            let reason = { (position: Coordinate?) in
                try await device.checkPurchase(amountCents: 1, merchant: "A", at: position)?.reason
            }
            #expect(try await reason(nil) == .locationBlock)
            #expect(try await reason(Self.park) == .ok)
            server.clock.advance(seconds: 1_800)
            #expect(try await reason(nil) == .locationBlock)
            #expect(try await device.lastPosition() == Self.mall)
            #expect(try await device.fences().count == 1)
            #expect(try await device.fences(containing: Self.park).isEmpty)
            server.clock.advance(milliseconds: 1)
            #expect(try await reason(nil) == .ok)
            #expect(try await device.lastPosition() == nil)
            #expect(try await device.fences().isEmpty)
            let fence = try #require(try await device.fences(containing: Self.mall).first)
            #expect(device.distance(to: fence, from: Self.mall) == 0)
            let metres = device.distance(to: fence, from: Self.park)
            #expect(abs(metres - Self.mall.distance(to: Self.park)) < 0.001)
            await world.device.shutdown()
        }
    }

    @Test("needs facts, a member, and input that the server would take")
    func refusals() async throws {
        try await withServer(.sqlite) { server in
            let world = try await PurchaseWorld(server)
            let device = world.device.device
            #expect(try await device.checkPurchase(amountCents: 1, merchant: "A") == nil)
            let wrong = await #expect(throws: PurserError.self) {
                try await device.checkPurchase(amountCents: 0, merchant: " ")
            }
            #expect(wrong?.kind == .invalid)
            #expect(wrong.map { Set($0.details.keys) } == ["amount_cents", "merchant"])
            let nobody = await #expect(throws: PurserError.self) {
                try await server.app().device.checkPurchase(amountCents: 1, merchant: "A")
            }
            #expect(nobody?.kind == .unauthorized)
            await world.device.shutdown()
        }
    }

    @Test("is forgotten at sign-out, and not known to the next member")
    func forgetting() async throws {
        try await withServer(.sqlite) { server in
            let world = try await PurchaseWorld(server)
            let purser = world.device
            try await purser.device.refreshFacts()
            #expect(try await purser.device.checkPurchase(amountCents: 1, merchant: "A") != nil)
            _ = try await purser.session.loginMember(
                email: world.parent.email,
                password: "password123"
            )
            #expect(try await purser.device.checkPurchase(amountCents: 1, merchant: "A") == nil)
            try await purser.session.signOut()
            _ = try await purser.session.loginMember(
                email: world.child.email,
                password: "password123"
            )
            #expect(try await purser.device.checkPurchase(amountCents: 1, merchant: "A") == nil)
            await purser.shutdown()
        }
    }

    @Test("stays what it was when the facts cannot be had anew")
    func failedRefresh() async throws {
        try await withServer(.sqlite) { server in
            let world = try await PurchaseWorld(server)
            try await world.limit("fun", 0)
            let asOf = try await world.device.device.refreshFacts()
            server.clock.advance(seconds: 60)
            world.network.isDown = true
            let error = await #expect(throws: PurserError.self) {
                try await world.device.device.refreshFacts()
            }
            #expect(error?.kind == .network(.offline))
            let advice = try await world.device.device.checkPurchase(
                amountCents: 1,
                merchant: "A",
                category: "fun"
            )
            #expect(advice?.reason == .risky)
            #expect(advice?.asOf == asOf)
            await world.device.shutdown()
        }
    }
}
