import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("An app that is killed with a full queue, at a real server")
struct KilledAppTests {
    private let lanes = ["jar", "pocket", "purse"]

    @Test("loses nothing and does nothing twice, wherever it is killed", arguments: 1...6)
    func killed(seed: Int) async throws {
        var random = SeededNumbers(seed: UInt64(seed))
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let answer = try await child.purser.call(API.Allowance.familyChildren)
            let id = try #require(answer.children.first?.childID)
            let device = try TestDevice(server.clock)
            var added: [String: [String]] = [:]
            var dying: [(Purser, UnreliableTransport, Task<Void, Never>)] = []
            for round in 0..<12 {
                let transport = UnreliableTransport(
                    server.transport(),
                    seed: random.below(.max),
                    troubles: random.below(2) * 30,
                    killedAfter: Int(random.below(12)) + 1
                )
                let purser = try device.app(transport, token: parent.token)
                for number in 0..<Int(random.below(8)) {
                    let lane = lanes[Int(random.below(3))]
                    let name = "\(lane) \(round)-\(number)"
                    try await purser.offline.add(
                        API.Allowance.createWalletTransaction,
                        deposit(name, for: id),
                        about: lane
                    )
                    added[lane, default: []].append(name)
                }
                // A later start of the app comes when the lease of the killed one is over.
                device.time.advance(by: .seconds(31))
                let run = Task {
                    _ = try? await purser.offline.drain()
                    _ = await transport.killed.pass()
                }
                await transport.killed.arrived()
                // Nothing that comes from here on reaches the disk.
                await purser.client.store.close()
                dying.append((purser, transport, run))
            }
            try await finish(device, server, parent)
            for lane in lanes {
                #expect(
                    try await deposits(of: id, by: parent, in: lane) == added[lane, default: []]
                )
            }
            for (purser, transport, run) in dying {
                await transport.killed.open()
                await run.value
                await purser.shutdown()
            }
            // Those that came back to life did nothing either.
            for lane in lanes {
                #expect(
                    try await deposits(of: id, by: parent, in: lane) == added[lane, default: []]
                )
            }
        }
    }

    /// Sends what is left over a network that has no trouble.
    private func finish(
        _ device: TestDevice,
        _ server: InProcessServer,
        _ parent: TestMember
    ) async throws {
        device.time.advance(by: .seconds(31))
        let purser = try device.app(server.transport(), token: parent.token)
        var report = try await purser.offline.drain()
        // What a killed app had sent may be under way at the server still.
        for _ in 0..<1_000 where !report.isEmpty {
            device.time.advance(by: .seconds(31))
            report = try await purser.offline.drain()
        }
        #expect(report.isEmpty)
        #expect(report.dead == 0)
        #expect(try await purser.offline.deadLetters.isEmpty)
        await purser.shutdown()
    }

    /// What the wallet shows of a lane, the oldest first.
    private func deposits(
        of child: ID<Entity.Child>,
        by parent: TestMember,
        in lane: String
    ) async throws -> [String] {
        let list = try await parent.purser.call(
            API.Allowance.walletTransactions,
            .init(childID: child, limit: PageNumber(100), offset: nil)
        )
        return list.transactions.map(\.description).filter { $0.hasPrefix(lane) }.reversed()
    }

    private func deposit(
        _ name: String,
        for child: ID<Entity.Child>
    ) -> API.Allowance.CreateTransactionRequest {
        .init(
            childID: child,
            amount: DecimalAmount(minor: 1),
            type: .credit,
            description: name
        )
    }
}
