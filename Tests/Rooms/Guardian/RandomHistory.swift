import Kernel
import Ledger
import Operations
import Testbed

@testable import ServerTestbed

/// Purchases of a hundred days with all that may happen to them, the same for one seed.
struct RandomHistory {
    /// A purchase that counts.
    struct Purchase {
        let minor: Int64
        let instant: Timestamp
        var category: String
    }

    /// Guardian's words, each of which stands for itself in the ledger too.
    static let categories = ["fun", "groceries", "alcohol", "birthday"]

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    private mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    /// Records purchases before now, with those that are pending, voided, taken back or edited.
    ///
    /// - Returns: Those that count, as they count in the end.
    mutating func record(
        in account: TestAccount,
        _ server: InProcessServer
    ) async throws -> [Purchase] {
        var kept: [Purchase] = []
        for _ in 0..<120 {
            let second = -Int64(next(below: 100 * 86_400))
            var purchase = Purchase(
                minor: Int64(next(below: 10_000) + 1),
                instant: server.clock.now.adding(seconds: second),
                category: Self.categories[next(below: Self.categories.count)]
            )
            guard let id = try await post(purchase, in: account, server) else { continue }
            if next(below: 4) == 0 {
                purchase.category = Self.categories[next(below: Self.categories.count)]
                try await server.operations.ledger.annotateTransfer(
                    id,
                    category: purchase.category,
                    notes: nil,
                    server.call(as: account.owner)
                )
            }
            guard next(below: 6) > 0 else {
                let back = account.reversal(of: id, purchase.minor, on: server.clock.now)
                try await server.record(back, in: account)
                continue
            }
            kept.append(purchase)
        }
        return kept
    }

    /// Records a purchase at once or in two steps; `nil` when it stays pending or is voided.
    private mutating func post(
        _ purchase: Purchase,
        in account: TestAccount,
        _ server: InProcessServer
    ) async throws -> ID<Entity.Transfer>? {
        let merchant = ["Steam", "STEAM ", "Aldi", nil][next(below: 4)]
        let transfer = { (phase: Transfer.Phase, pending: ID<Entity.Transfer>?) in
            account.purchase(
                purchase.minor,
                purchase.category,
                at: merchant,
                on: purchase.instant,
                phase: phase,
                pending: pending
            )
        }
        let way = next(below: 8)
        guard way < 4 else {
            return try await server.record(transfer(.posted, nil), in: account)[0]
        }
        let pending = try await server.record(transfer(.pending, nil), in: account)[0]
        if way == 0 { return nil }
        let settled = try await server.record(
            transfer(way == 1 ? .void : .post, pending),
            in: account
        )[0]
        return way == 1 ? nil : settled
    }

    /// What by-category must answer of purchases.
    static func byCategory(_ purchases: [Purchase]) -> [String] {
        var totals: [String: SpendTotal] = [:]
        for purchase in purchases {
            let own = SpendTotal(amountMinor: purchase.minor, count: 1)
            totals[purchase.category, default: SpendTotal()] += own
        }
        let names = totals.keys.sorted { left, right in
            let minor = (totals[left]?.amountMinor ?? 0, totals[right]?.amountMinor ?? 0)
            return minor.0 == minor.1 ? left < right : minor.0 > minor.1
        }
        return names.map { name in
            let total = totals[name] ?? SpendTotal()
            return "\(name) \(total.amountMinor) in \(total.count)"
        }
    }
}
