import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("Copies on several devices")
struct ConvergenceTests {
    @Test(
        "Three devices end up with what the server has, and no edit is lost in silence",
        arguments: [(UInt64(1), 10_000), (2, 2_000), (18, 2_000), (23, 2_000), (40, 2_000)]
    )
    func converge(seed: UInt64, edits: Int) async throws {
        let server = FakeGuardian()
        let time = TestTimekeeper()
        let world = SyncWorld(server, seed: seed, edits: edits, time: time)
        let session = StoredSession.test(now: time.now)
        for _ in 0..<3 { try await world.addDevice(session) }
        try await Self.run(world, seed)
        try await Self.expectAgreement(
            world,
            rules: server.rules,
            fences: server.fences,
            seed
        )
        await world.shutdown()
    }

    @Test("So they do with the real server", arguments: Engine.all, [UInt64(11), 12])
    func convergeOnServer(_ engine: Engine, seed: UInt64) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let time = TestTimekeeper(server.clock)
            let world = SyncWorld(server.transport(), seed: seed, edits: 300, time: time)
            let session = StoredSession(
                id: "session",
                accessToken: parent.token,
                refreshToken: nil,
                issuedAt: time.now,
                expiresAt: time.now.adding(seconds: 86_400)
            )
            for _ in 0..<3 { try await world.addDevice(session) }
            try await Self.run(world, seed)
            try await Self.expectAgreement(
                world,
                rules: parent.purser.call(API.Guardian.listRules, .init()),
                fences: parent.purser.call(API.Guardian.listGeofences, .init()),
                seed
            )
            await world.shutdown()
        }
    }

    private static func run(_ world: SyncWorld, _ seed: UInt64) async throws {
        do {
            try await world.run()
            try await world.settle()
        } catch {
            Issue.record("seed \(seed): \(error)")
            await world.shutdown()
            throw error
        }
    }

    private static func expectAgreement(
        _ world: SyncWorld,
        rules: [API.Guardian.Rule],
        fences: [API.Guardian.Geofence],
        _ seed: UInt64
    ) async throws {
        let limits = rules.map(CopiedRule.init).sorted { $0.category < $1.category }
        let circles = fences.map(CopiedGeofence.init).sorted { $0.name < $1.name }
        for (number, device) in await world.devices.enumerated() {
            let comment: Comment = "seed \(seed), device \(number)"
            let copies = device.copies
            let rules = try await copies.rules.all()
            #expect(rules.map(\.record).sorted { $0.category < $1.category } == limits, comment)
            let fences = try await copies.geofences.all()
            #expect(fences.map(\.record).sorted { $0.name < $1.name } == circles, comment)
            #expect(!rules.contains { $0.isEdited }, comment)
            #expect(!fences.contains { $0.isEdited }, comment)
        }
        #expect(Set(circles.map(\.name)).count == circles.count, "seed \(seed)")
        #expect(Set(circles.map(\.centre.latitude)).count == circles.count, "seed \(seed)")
        let present = Set(
            limits.map { "limit \($0.monthlyLimitCents)" } + circles.flatMap(\.tokens)
        )
        let journal = await world.journal
        #expect(!present.isEmpty, "seed \(seed)")
        #expect(!journal.told.isEmpty, "seed \(seed)")
        #expect(journal.lost(from: present) == [], "seed \(seed)")
        #expect(journal.risen(at: present) == [], "seed \(seed)")
    }
}

extension CopiedRule {
    fileprivate init(_ rule: API.Guardian.Rule) {
        self.init(category: rule.category, monthlyLimitCents: rule.monthlyLimitCents)
    }
}

extension CopiedGeofence {
    fileprivate init(_ fence: API.Guardian.Geofence) {
        self.init(
            name: fence.name,
            centre: .init(latitude: fence.latitude, longitude: fence.longitude),
            radiusM: fence.radiusM,
            category: fence.category,
            policy: fence.policy
        )
    }
}

extension StoredSession {
    /// A session of a member, for a server that looks at no token.
    static func test(_ subject: String = "parent", now: Timestamp) -> StoredSession {
        // {"alg":"none"} and {"sub":"…"}, in Base64 for URLs.
        let claims = JSON.object([JSON.Member("sub", .string(subject))]).text
        return StoredSession(
            id: "session",
            accessToken: "eyJhbGciOiJub25lIn0.\(Base64URL.text(claims.utf8)).c2ln",
            refreshToken: "refresh",
            issuedAt: now,
            expiresAt: now.adding(seconds: 864_000)
        )
    }
}
