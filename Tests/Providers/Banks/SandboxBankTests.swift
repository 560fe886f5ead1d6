import Foundation
import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("The sandbox bank")
struct SandboxBankTests {
    private static let start = TestClock.noon

    /// An item that was opened at the start and lived for some days.
    private static func item(_ seed: UInt64, days: Int64, steps: [Int64]? = nil) -> SandboxItem? {
        var bank = SandboxBank(seed: seed)
        guard bank.signIn(now: start) != nil else { return nil }
        for day in steps ?? [days] {
            bank.items[0].advance(to: start.adding(seconds: day * 86_400))
        }
        return bank.items[0]
    }

    @Test("has the same transactions for a seed, in whatever steps time passes", arguments: 1...8)
    func determinism(seed: Int) throws {
        let seed = UInt64(seed)
        let whole = try #require(Self.item(seed, days: 40))
        let stepped = try #require(Self.item(seed, days: 40, steps: Array(0...40)))
        #expect(whole.records == stepped.records)
        #expect(whole.log.map(\.number) == stepped.log.map(\.number))
        let other = try #require(Self.item(seed + 100, days: 40))
        #expect(other.records.map(\.amountMinor) != whole.records.map(\.amountMinor))
    }

    @Test("tells balances that are what accounts began with and their posted transactions, always")
    func balances() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var bank = SandboxBank(seed: seed, faults: .many)
            _ = bank.signIn(now: Self.start)
            try #require(bank.items.count == 1)
            for day in 0..<60 as Range<Int64> {
                let now = Self.start.adding(seconds: day * 80_000)
                bank.items[0].advance(to: now)
                if day % 7 == 0 { bank.items[0].disturb(at: now) }
                let item = bank.items[0]
                for (index, account) in item.accounts.enumerated() {
                    let mine = item.records.filter { $0.account == index }
                    let posted = mine.filter { !$0.isPending }.reduce(0) { $0 + $1.amountMinor }
                    let held = mine.filter(\.isPending).reduce(0) { $0 + $1.amountMinor }
                    let isCredit = account.kind == .credit
                    let current = account.openingMinor + (isCredit ? posted : -posted)
                    #expect(account.currentMinor == current, "seed \(seed), day \(day)")
                    let available = isCredit ? (account.limitMinor ?? 0) - current : current
                    #expect(account.availableMinor == available - held)
                }
            }
        }
    }

    @Test("never gives an id twice, and posts what was pending before", arguments: 1...8)
    func ids(seed: Int) throws {
        let item = try #require(Self.item(UInt64(seed), days: 300))
        var known: [UInt64: SandboxRecord] = [:]
        var (tips, renamed, returned, vanished) = (0, 0, 0, 0)
        var gone: Set<UInt64> = []
        for change in item.log {
            let old = known[change.number]
            guard let record = change.record else {
                let lost = try #require(old, "what goes was there")
                gone.insert(lost.number)
                continue
            }
            if let old {
                #expect(old.account == record.account && old.isPending == record.isPending)
                #expect(old.pending == record.pending)
                if old.isRenamed != record.isRenamed { renamed += 1 }
                if gone.contains(record.number) { returned += 1 }
            }
            if let number = record.pending {
                let pending = try #require(known[number], "it was told of")
                #expect(pending.isPending && !record.isPending)
                #expect(pending.account == record.account && gone.contains(number))
                #expect(pending.day <= record.day && record.authorizedDay == pending.day)
                if record.amountMinor > pending.amountMinor { tips += 1 }
            }
            gone.remove(record.number)
            known[record.number] = record
        }
        let posted = Set(known.values.compactMap(\.pending))
        #expect(posted.count == known.values.filter { $0.pending != nil }.count)
        vanished =
            known.values.filter { $0.isPending && gone.contains($0.number) }
            .filter { !posted.contains($0.number) }.count
        #expect(tips > 10 && renamed > 3 && returned > 0 && vanished > 3)
        #expect(known.values.contains { $0.pending == nil && !$0.isPending })
        let ids = known.keys.map(item.transactionID)
        #expect(Set(ids).count == ids.count)
    }

    @Test("gives pages of 250 unless asked, of 500 at most, and each change once")
    func pages() throws {
        var bank = SandboxBank(seed: 5)
        let now = Self.start
        _ = bank.signIn(now: now)
        try #require(bank.items.count == 1)
        bank.items[0].advance(to: now.adding(seconds: 400 * 86_400))
        let item = bank.items[0]
        let count = item.records.count
        #expect(count > 500)
        for rows in [1, 250, 499, 500] {
            var seen: [UInt64] = []
            var cursor = SandboxCursor(after: 0)
            var more = true
            while more {
                let page = try #require(item.page(after: cursor, count: rows))
                #expect(page.added.count == min(rows, count - seen.count))
                #expect(page.modified.isEmpty && page.removed.isEmpty)
                seen += page.added.map(\.number)
                (cursor, more) = (page.next, page.hasMore)
            }
            #expect(Set(seen).count == count && seen.count == count)
            #expect(cursor == SandboxCursor(after: item.log.count))
        }
    }

    @Test("tells what became of a transaction since a cursor, and not how")
    func net() throws {
        var bank = SandboxBank(seed: 5)
        _ = bank.signIn(now: Self.start)
        try #require(bank.items.count == 1)
        for day in 0..<60 as Range<Int64> {
            bank.items[0].advance(to: Self.start.adding(seconds: day * 86_400))
            let before = bank.items[0]
            for ahead in [1, 3, 30] as [Int64] {
                var after = before
                after.advance(to: Self.start.adding(seconds: (day + ahead) * 86_400))
                let cursor = SandboxCursor(after: before.log.count)
                let page = try #require(after.page(after: cursor, count: 10_000))
                var held = Dictionary(uniqueKeysWithValues: before.records.map { ($0.number, $0) })
                for record in page.added {
                    #expect(held.updateValue(record, forKey: record.number) == nil)
                }
                for record in page.modified {
                    #expect(held.updateValue(record, forKey: record.number) != nil)
                }
                for change in page.removed {
                    #expect(held.removeValue(forKey: change.number) != nil)
                }
                #expect(held.values.sorted { $0.number < $1.number } == after.records)
            }
        }
    }

    @Test("takes no cursor but its own")
    func cursors() throws {
        let good = SandboxCursor(from: 2, to: 9, given: 3)
        let text = good.text(of: "item")
        #expect(SandboxCursor(text, of: "item", count: 9) == good)
        for (item, count) in [("other", 9), ("item", 8)] {
            #expect(SandboxCursor(text, of: item, count: count) == nil)
        }
        let others = [
            "", "item.1.2", "item.3.2.0", "item.-1.2.0", "item.1.2.2", "item.1.2.-1", "item.a.2.0",
            "item.1.2.0.0", "item.1.99999999999999999999.0",
        ]
        for other in others {
            let text = Base64URL.text(Array(other.utf8))
            #expect(SandboxCursor(text, of: "item", count: 9) == nil, "\(other)")
        }
        #expect(SandboxCursor(String(repeating: "A", count: 2_000), of: "item", count: 9) == nil)
    }

    @Test("does not run away when its clock does")
    func farFuture() throws {
        var bank = SandboxBank(seed: 1)
        _ = bank.signIn(now: Self.start)
        try #require(bank.items.count == 1)
        bank.items[0].advance(to: Timestamp(seconds: 253_402_300_799))
        let count = bank.items[0].log.count
        #expect(count > 10_000 && count < 60_000)
        bank.items[0].advance(to: Timestamp(seconds: 0))
        #expect(bank.items[0].log.count == count)
    }
}
