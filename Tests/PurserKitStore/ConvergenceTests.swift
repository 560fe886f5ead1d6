import Foundation
import Testbed
import Testing

@testable import PurserKitStore

@Suite("Copies on several devices")
struct ConvergenceTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// How many seeds, and how many edits of each; a long run asks for more.
    private static let count = UInt64(environment["PURSER_COPY_SEEDS"] ?? "") ?? 3
    private static let first = UInt64(environment["PURSER_COPY_SEED"] ?? "") ?? 1
    private static let edits = Int(environment["PURSER_COPY_EDITS"] ?? "") ?? 500

    @Test(
        "Five devices agree with the server, and no edit is lost in silence",
        arguments: first..<first + count
    )
    func converge(seed: UInt64) async throws { try await Self.play(seed, Self.edits, .sqlite) }

    @Test("So they do over PostgreSQL")
    func convergeOnPostgres() async throws { try await Self.play(11, 200, .postgres) }

    private static func play(_ seed: UInt64, _ edits: Int, _ engine: Engine) async throws {
        try await withDevices(engine) { family, backups in
            let world = DeviceWorld(family, seed: seed, edits: edits, backups)
            for _ in 0..<2 { try await world.addDevice(of: family.parent) }
            // An app and its extension.
            try await world.addDevice(of: family.parent, beside: 0)
            try await world.addParent()
            try await world.run()
            let faults = try await world.settle()
            #expect(faults == [], "seed \(seed)")
            await world.shutdown()
            await backups?.close()
        }
    }
}
