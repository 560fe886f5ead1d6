import Foundation
import PurserKit
import PurserKitStore
import Testing

extension Snippets {
    static func editLimits(_ purser: Purser, of child: ID<API.Entity.Member>) async throws {
        let rules = purser.copies.rules
        try await rules.add(
            .init(memberID: child, category: "gifts", monthlyLimitCents: 5_000)
        )
        for rule in try await rules.all() where rule.category == "fun" {
            try await rules.edit(rule.id) { $0.monthlyLimitCents = 10_000 }
        }
    }

    static func bringTogether(_ purser: Purser) async throws -> [String] {
        let report = try await purser.copies.sync()
        for conflict in try await purser.copies.conflicts() {
            try await purser.copies.dismiss(conflict)
        }
        return report.refused.map { $0.error.localizedDescription }
    }

    static func follow(_ purser: Purser) async throws {
        for await result in purser.copies.syncs() {
            if case .success(let report) = result, report.refused.isEmpty { break }
        }
    }

    @Test("limits are edited on the device and brought together with the server's")
    func syncs() async throws {
        try await Self.asParent { purser in
            try await Self.follow(purser)
            let limits = try await purser.copies.rules.all()
            let member = try #require(limits.first?.memberID)
            try await Self.editLimits(purser, of: member)
            #expect(try await Self.bringTogether(purser) == [])
            let records = try await purser.call(
                API.Sync.listChanges,
                API.Sync.ChangesRequest(kinds: "rule")
            )
            #expect(records.changes.count == limits.count + 1)
            #expect(try await purser.copies.rules.all().allSatisfy { !$0.isEdited })
        }
    }
}
