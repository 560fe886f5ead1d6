import Kernel
import Testbed
import Testing

@testable import NaivePolicies

@Suite("Windows of policies")
struct WindowsAgreementTests {
    private static let seeds: [(Engine, ClosedRange<UInt64>)] = Engine.all.flatMap { engine in
        engine == .sqlite
            ? stride(from: 1, to: 40, by: 10).map { (engine, UInt64($0)...UInt64($0 + 9)) }
            : [(engine, 101...104)]
    }

    @Test(
        "have what a naive reading of all transfers and decisions has, by seed",
        arguments: seeds
    )
    func agree(engine: Engine, seeds: ClosedRange<UInt64>) async throws {
        for seed in seeds {
            try await withServer(engine) { server in
                var world = try await WindowsWorld(seed, server)
                for _ in 0..<50 { try await world.step() }
                try await world.check()
                #expect(try await server.faultInBooks() == nil, "seed \(seed)")
                try await world.beginAnew()
                #expect(try await server.faultInBooks() == nil, "seed \(seed)")
            }
        }
    }

    @Test("hold what is asked for at the edges of days and of windows", arguments: Engine.all)
    func edges(engine: Engine) async throws {
        // The last day of February, the hour that a clock skips, and the hour that it shows twice.
        for (zone, now) in [
            ("UTC", "2024-02-29T00:00:00Z"), ("UTC", "2024-03-31T23:59:59.999Z"),
            ("America/New_York", "2025-03-09T07:30:00Z"),
            ("America/New_York", "2025-11-02T06:30:00Z"),
            ("Europe/Berlin", "2025-03-30T01:00:00Z"), ("Europe/Berlin", "2025-10-26T00:59:59Z"),
            ("Europe/Berlin", "2024-12-29T23:00:00Z"),
        ] {
            try await withServer(engine) { server in
                var world = try await WindowsWorld(0, server, zone: zone, now: now)
                try await world.buyAtEveryEdge()
                try await world.check()
                #expect(try await server.faultInBooks() == nil, "\(zone) \(now)")
            }
        }
    }
}
