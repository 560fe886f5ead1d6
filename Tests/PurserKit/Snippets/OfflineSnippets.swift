import PurserKit
import Testing

extension Snippets {
    static func keepForLater(_ purser: Purser) async throws -> WaitingCall.ID {
        try await purser.offline.add(
            API.Guardian.createGeofence,
            .init(name: "Arcade", latitude: 40.7128, longitude: -74.0060, radiusM: 150)
        )
    }

    static func writeAsEver(_ purser: Purser) async throws -> Bool {
        switch try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000) {
        case .done(let rule): return rule.monthlyLimitCents == 20_000
        case .waiting(let id): return try await purser.offline.waiting.contains { $0.id == id }
        }
    }

    static func sendWhatWaits(_ purser: Purser) async throws -> DrainReport {
        let report = try await purser.offline.drain()
        for letter in try await purser.offline.deadLetters where letter.reason == .rejected {
            try await purser.offline.discard(letter.id)
        }
        return report
    }

    static func sendByItself(_ purser: Purser) async {
        await purser.offline.start()
    }

    @Test("a write waits on the device until it is sent, and is done once")
    func waits() async throws {
        try await Self.asParent { purser in
            let id = try await Self.keepForLater(purser)
            #expect(try await purser.offline.waiting.map(\.id) == [id])
            #expect(try await purser.guardian.listGeofences().isEmpty)
            #expect(try await Self.sendWhatWaits(purser).isEmpty)
            #expect(try await Self.sendWhatWaits(purser).isEmpty)
            #expect(try await purser.guardian.listGeofences().map(\.name) == ["Arcade"])
            #expect(try await Self.writeAsEver(purser))
            await Self.sendByItself(purser)
            await purser.offline.stop()
        }
    }
}
