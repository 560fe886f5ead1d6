import Insights
import Kernel
import Ledger
import Store

/// The search indexes of the members who searched last, as large together as they may be.
///
/// An index belongs to a place in its household's chain, so whoever knows where the chain ends
/// knows whether it is of now, whichever process wrote since. It is made, or brought up to date, by
/// one search at a time; others of the member wait for that.
actor SearchIndexes {
    /// What was read to bring an index up to date.
    enum Reading: Sendable {
        /// All of it, made anew.
        case whole(SearchIndex, at: ChainHead)
        /// What changed since: a row, or `nil` for one that is gone.
        case changes([(id: ID<Entity.Entry>, row: SearchIndex.Row?)], at: ChainHead)
    }

    private struct Held {
        var index: SearchIndex
        var head: ChainHead
        var lastUse: UInt64
    }

    private let bytesMost: Int
    private var held: [ID<Entity.Member>: Held] = [:]
    private var waiting: [ID<Entity.Member>: [CheckedContinuation<Void, Never>]] = [:]
    private var uses: UInt64 = 0

    /// Begins without indexes.
    init(bytesMost: Int = Limits.searchIndexBytes) {
        self.bytesMost = bytesMost
    }

    /// How many members have an index in memory.
    var count: Int { held.count }

    /// The index of a member, of at least where the household's chain ends for the caller.
    ///
    /// `read`: Reads all of it, or what changed since a place in the chain.
    ///
    /// - Throws: What `read` throws.
    func index(
        of membership: Membership,
        _ read: @Sendable (_ since: ChainHead?) async throws -> Reading
    ) async throws -> SearchIndex {
        let member = membership.member
        while true {
            if let found = held[member], found.head.sequence >= membership.head.sequence {
                uses += 1
                held[member]?.lastUse = uses
                return found.index
            }
            if waiting[member] != nil {
                await withCheckedContinuation { waiting[member]?.append($0) }
                continue
            }
            waiting[member] = []
            defer { wake(member) }
            take(try await read(held[member]?.head), of: member)
        }
    }

    /// An index is changed where it is kept, so that following a few rows copies nothing, unless a
    /// search is under way in it.
    private func take(_ reading: Reading, of member: ID<Entity.Member>) {
        uses += 1
        switch reading {
        case .whole(let index, let head):
            held[member] = Held(index: index, head: head, lastUse: uses)
        case .changes(let changes, let head):
            // It may have been forgotten meanwhile; then the next turn reads all of it.
            guard held[member] != nil else { return }
            for change in changes {
                if let row = change.row {
                    held[member]?.index.put(row)
                } else {
                    held[member]?.index.remove(change.id)
                }
            }
            held[member]?.head = head
            held[member]?.lastUse = uses
            if held[member]?.index.isWorn == true { held[member] = nil }
        }
        forgetOldest(but: member)
    }

    /// Forgets those used longest ago until the rest is small enough; one is kept in any case.
    private func forgetOldest(but member: ID<Entity.Member>) {
        var bytes = held.values.reduce(0) { $0 + $1.index.bytes }
        while bytes > bytesMost {
            let others = held.filter { $0.key != member }
            guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
                return
            }
            bytes -= oldest.value.index.bytes
            held[oldest.key] = nil
        }
    }

    private func wake(_ member: ID<Entity.Member>) {
        let continuations = waiting.removeValue(forKey: member) ?? []
        for continuation in continuations { continuation.resume() }
    }
}
