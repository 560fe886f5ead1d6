import Foundation
import PurserKit
import Testing

extension Snippets {
    static func editLimits(_ purser: Purser) async throws {
        let rules = purser.copies.rules
        try await rules.add(CopiedRule(category: "gifts", monthlyLimitCents: 5_000))
        for rule in try await rules.all() where rule.category == "fun" {
            try await rules.edit(rule.id) { $0.monthlyLimitCents = 10_000 }
        }
    }

    static func bringTogether(_ purser: Purser) async throws -> [String] {
        let report = try await purser.copies.sync()
        for conflict in report.conflicts {
            try await purser.copies.rules.dismiss(conflict)
        }
        return report.refused.map { $0.error.localizedDescription }
    }

    @Test("limits are edited on the device and brought together with the server's")
    func syncs() async throws {
        try await Self.asParent { purser in
            _ = try await purser.copies.rules.sync()
            try await Self.editLimits(purser)
            #expect(try await purser.guardian.listRules().count == 3)
            #expect(try await Self.bringTogether(purser) == [])
            let limits = try await purser.with { $0.freshness = .reload }.guardian.listRules()
            #expect(limits.first { $0.category == "gifts" }?.monthlyLimitCents == 5_000)
            #expect(limits.first { $0.category == "fun" }?.monthlyLimitCents == 10_000)
        }
    }
}
