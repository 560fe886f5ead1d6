import PurserKit
import Testing

extension Snippets {
    static func adviseWithoutNetwork(_ purser: Purser) async throws -> String {
        let advice = try await purser.device.checkPurchase(amountCents: 15_000, merchant: "Steam")
        guard let advice else { return "Nothing is known yet." }
        return "\(advice.decision.rawValue): \(advice.message ?? advice.reason.rawValue)"
    }

    static func learn(_ purser: Purser) async throws {
        try await purser.device.refreshFacts()
    }

    static func whereAmI(_ purser: Purser) async throws -> [Double] {
        let place = DeviceEngine.Position(latitude: 40.7128, longitude: -74.0060)
        return try await purser.device.fences(containing: place)
            .map { purser.device.distance(to: $0, from: place) }
    }

    @Test("a device that knows the facts advises by itself")
    func advises() async throws {
        try await Self.asParent { purser in
            #expect(try await Self.adviseWithoutNetwork(purser) == "Nothing is known yet.")
            try await Self.learn(purser)
            #expect(try await Self.adviseWithoutNetwork(purser).contains(": "))
            #expect(try await Self.whereAmI(purser) == [])
        }
    }
}
