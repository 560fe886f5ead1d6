import Contract
import Foundation
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("Copies on several devices")
struct ConvergenceTests {
    /// A run: what decides it, and its length.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let edits: Int

        var testDescription: String { "seed \(seed), \(edits) edits" }
    }

    /// Whether `make simulate` asks for the long runs.
    private static let isLong = ProcessInfo.processInfo.environment["PURSER_LONG_RUNS"] != nil

    static let scenarios: [Scenario] =
        [2, 18, 23, 40].map { Scenario(seed: $0, edits: isLong ? 2_000 : 1_000) }
        + (isLong ? [1, 2, 23, 40] : []).map { Scenario(seed: $0, edits: 10_000) }

    /// Runs that show what is known to go wrong while the server counts no versions: of a geofence
    /// that two devices replaced at once two may stay.
    static let openFaults: [Scenario] =
        [1, 103].map { Scenario(seed: $0, edits: 1_000) }
        + (isLong ? [Scenario(seed: 18, edits: 10_000)] : [])

    @Test(
        "Three devices end up with what the server has, and no edit is lost in silence",
        arguments: scenarios
    )
    func converge(scenario: Scenario) async throws {
        try await Self.play(scenario)
    }

    @Test(
        "Where devices are known not to agree in the end, they still do not",
        arguments: openFaults
    )
    func openFault(scenario: Scenario) async throws {
        await withKnownIssue { try await Self.play(scenario) }
    }

    private static func play(_ scenario: Scenario) async throws {
        let (seed, edits) = (scenario.seed, scenario.edits)
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
