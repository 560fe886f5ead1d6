import Contract
import Kernel
import Providers
import SQL
import Store

/// What the sync of an item came to.
enum SyncOutcome: Sendable, Equatable {
    /// Everything that the provider has is here.
    case synced(BankItemRecord.Counts)
    /// Its time was over; the rest is read by whoever reads the item next, which is soon.
    case unfinished(BankItemRecord.Counts)
    /// The bank wants the member to sign in again.
    case loginRequired(code: String)
    /// The provider did not tell everything.
    case failed(code: String)
    /// The item is not there any more.
    case gone
}

/// That somebody else works on what was leased by now, or that it is gone.
struct LeaseLost: Error {}

extension BankingOperations {
    /// Reads what changed at an item; waits for whoever reads it already, and tells what that one
    /// brought.
    ///
    /// Pages are asked for outside of transactions. Each is booked with its cursor in one, which
    /// also checks that the item is still ours and read as far as the page begins.
    ///
    /// - Throws: `DatabaseError`; ``PostingRefusal`` when what is told does not fit in the books.
    func sync(
        _ id: ID<Entity.BankItem>,
        _ scope: SyncScope,
        _ call: Call
    ) async throws -> SyncOutcome {
        let watch = Stopwatch(from: call.now)
        while true {
            let lease = call.newID(Entity.BankItem.self).text
            if let item = try await take(id, scope, lease, watch.now) {
                defer { notificationSignal.wake() }
                return try await read(item, scope, lease, watch, call)
            }
            guard let item = try await waited(for: id, scope, watch) else { return .gone }
            guard !item.isLeased(at: watch.now) else {
                // Changes come by whoever reads them; nobody else reads everything again.
                return scope.milliseconds == nil || scope.isWhole
                    ? .failed(code: "SYNC_RUNNING") : .unfinished(BankItemRecord.Counts())
            }
            // Whoever has died while reading has left its lease.
            if item.lease == nil, !scope.isWhole { return item.outcome }
        }
    }

    /// Takes an item to read it; `nil` when somebody else has it, or it is gone.
    private func take(
        _ id: ID<Entity.BankItem>,
        _ scope: SyncScope,
        _ lease: String,
        _ now: Timestamp
    ) async throws -> BankItemRecord? {
        try await database.write { session in
            let end = now.adding(milliseconds: Limits.bankLeaseMilliseconds)
            let isOurs = try BankItems.lease(id, by: lease, until: end, now: now, in: session)
            guard isOurs, var item = try BankItems.find(id, in: session) else { return nil }
            if scope.isWhole {
                item.beginAgain()
                try BankItems.save(item, in: session)
            }
            return item
        }
    }

    /// Waits until nobody reads an item any more, but not for ever.
    private func waited(
        for id: ID<Entity.BankItem>,
        _ scope: SyncScope,
        _ watch: Stopwatch
    ) async throws -> BankItemRecord? {
        let most = min(scope.milliseconds ?? .max, Limits.bankWaitMilliseconds)
        while true {
            let item = try await database.read { session in try BankItems.find(id, in: session) }
            guard let item, item.state != .removed else { return nil }
            guard item.isLeased(at: watch.now),
                watch.milliseconds < most
            else { return item }
            try await Task.sleep(for: .milliseconds(Limits.bankWaitPauseMilliseconds))
        }
    }

    private func read(
        _ item: BankItemRecord,
        _ scope: SyncScope,
        _ lease: String,
        _ watch: Stopwatch,
        _ call: Call
    ) async throws -> SyncOutcome {
        do {
            return try await readPages(of: item, scope, lease, watch, call)
        } catch let error as BankProviderError {
            return try await fail(item.id, lease, error, call)
        } catch let error as SealedTokenError {
            let refusal = BankProviderError(.refused, code: "SEALED_TOKEN_\(error)".uppercased())
            return try await fail(item.id, lease, refusal, call)
        } catch is LeaseLost {
            // What was booked is right; the rest is for whoever has it now.
            return .failed(code: "SYNC_SUPERSEDED")
        } catch {
            try? await release(item.id, lease, call)
            throw error
        }
    }

    private func readPages(
        of item: BankItemRecord,
        _ scope: SyncScope,
        _ lease: String,
        _ watch: Stopwatch,
        _ call: Call
    ) async throws -> SyncOutcome {
        guard item.provider == banks.provider.name.rawValue else {
            throw BankProviderError(.refused, code: "PROVIDER_NOT_CONFIGURED")
        }
        let token = try banks.sealer.open(item.sealedToken, item: item.providerItem)
        try await endReset(of: item.id, call)
        var tally = SyncTally()
        var cursor = item.cursor
        var restarts = 0
        for _ in 0..<Limits.bankPages {
            guard let told = try await page(token, after: cursor, watch.now) else {
                guard restarts < Limits.bankRestarts else {
                    throw BankProviderError(.unreachable, code: "CHANGES_WHILE_READ")
                }
                restarts += 1
                try await rewind(item, from: cursor, lease)
                cursor = item.cursor
                tally.restart()
                continue
            }
            let page = scope.firstDay.map(told.leavingOut(before:)) ?? told
            guard !page.hasMore || page.nextCursor != cursor else {
                throw BankProviderError(.refused, code: "CURSOR_STANDS_STILL")
            }
            tally = try await book(page, of: item.id, after: cursor, lease, tally, watch.now, call)
            guard page.hasMore else { return .synced(tally.counts) }
            cursor = page.nextCursor
            if let most = scope.milliseconds, watch.milliseconds >= most {
                try await pause(item.id, at: cursor, lease, watch.now)
                return .unfinished(tally.counts)
            }
        }
        throw BankProviderError(.unreachable, code: "TOO_MANY_PAGES")
    }

    /// Withdraws what a reset has left of an item's accounts, before it is told again.
    private func endReset(of item: ID<Entity.BankItem>, _ call: Call) async throws {
        let accounts = try await database.read { session in
            try BankAccounts.list(of: item, in: session).filter { $0.isLinked && $0.isClearing }
        }
        for account in accounts { try await clear(account.account, call) }
    }

    /// The next page; `nil` when the pages are to be asked for again from the first.
    private func page(
        _ token: BankAccessToken,
        after cursor: String?,
        _ now: Timestamp
    ) async throws -> TransactionPage? {
        do {
            return try await banks.provider.transactions(
                of: token,
                after: cursor,
                count: Limits.bankPageRows,
                now: now
            )
        } catch {
            guard error.kind == .mutationDuringPagination else { throw error }
            return nil
        }
    }

    /// Books a page with its cursor.
    private func book(
        _ page: TransactionPage,
        of id: ID<Entity.BankItem>,
        after cursor: String?,
        _ lease: String,
        _ tally: SyncTally,
        _ now: Timestamp,
        _ call: Call
    ) async throws -> SyncTally {
        try await database.write { session in
            let item = try Self.held(id, at: cursor, lease, in: session)
            var book = try PageBook(page, of: item, tally, catalogue, call, in: session)
            try book.write()
            var read = book.item
            read.cursor = page.nextCursor
            read.leasedUntil = now.adding(milliseconds: Limits.bankLeaseMilliseconds)
            if !page.hasMore { read.finish(book.tally.counts, call) }
            try BankItems.save(read, in: session)
            try notices.tellLargeExpenses(
                book.expenses,
                of: item.member,
                today: book.today,
                call,
                in: session
            )
            try notices.tellLowBalances(
                book.balances,
                of: item.member,
                event: lease,
                call,
                in: session
            )
            return book.tally
        }
    }

    /// Sets an item back to the cursor from which this sync began.
    private func rewind(
        _ item: BankItemRecord,
        from cursor: String?,
        _ lease: String
    ) async throws {
        try await database.write { session in
            var held = try Self.held(item.id, at: cursor, lease, in: session)
            held.cursor = item.cursor
            try BankItems.save(held, in: session)
        }
    }

    /// Leaves an item that has more, to be read on as soon as possible.
    private func pause(
        _ id: ID<Entity.BankItem>,
        at cursor: String?,
        _ lease: String,
        _ now: Timestamp
    ) async throws {
        try await database.write { session in
            var held = try Self.held(id, at: cursor, lease, in: session)
            held.lookAt = now
            held.lease = nil
            held.leasedUntil = nil
            try BankItems.save(held, in: session)
        }
    }

    /// The item, while it is ours and read as far as a cursor.
    private static func held(
        _ id: ID<Entity.BankItem>,
        at cursor: String?,
        _ lease: String,
        in session: any Session
    ) throws -> BankItemRecord {
        guard let item = try BankItems.find(id, in: session), item.lease == lease,
            item.state != .removed, item.cursor == cursor
        else { throw LeaseLost() }
        return item
    }

    private func fail(
        _ id: ID<Entity.BankItem>,
        _ lease: String,
        _ error: BankProviderError,
        _ call: Call
    ) async throws -> SyncOutcome {
        try await database.write { session in
            guard var item = try BankItems.find(id, in: session), item.lease == lease else {
                return
            }
            item.failures += 1
            item.errorCode = error.code
            let needsSignIn = error.kind == .loginRequired
            if needsSignIn ? item.state == .good : item.failures == Limits.bankFailuresTold {
                let broken = BrokenSync(
                    event: "\(item.id.text) \(Zone.utc.day(of: call.now).text)",
                    institution: item.institution,
                    needsSignIn: needsSignIn
                )
                try notices.tellBrokenSync(broken, of: item.member, call, in: session)
            }
            if needsSignIn { item.state = .loginRequired }
            item.lookAt = item.nextTry(call)
            if let seconds = error.retryAfterSeconds {
                let pause = min(seconds, Limits.retryAfterSeconds)
                item.lookAt = max(item.nextTry(call), call.now.adding(seconds: pause))
            }
            item.lease = nil
            item.leasedUntil = nil
            try BankItems.save(item, in: session)
        }
        return error.kind == .loginRequired
            ? .loginRequired(code: error.code) : .failed(code: error.code)
    }

    private func release(_ id: ID<Entity.BankItem>, _ lease: String, _ call: Call) async throws {
        try await database.write { session in
            guard var item = try BankItems.find(id, in: session), item.lease == lease else {
                return
            }
            item.failures += 1
            item.errorCode = "INTERNAL"
            item.lookAt = item.nextTry(call)
            item.lease = nil
            item.leasedUntil = nil
            try BankItems.save(item, in: session)
        }
    }
}

/// The time since a call, so that what takes long knows how late it is.
struct Stopwatch: Sendable {
    private let start: Timestamp
    private let began = ContinuousClock.now

    init(from start: Timestamp) {
        self.start = start
    }

    var milliseconds: Int64 {
        let elapsed = began.duration(to: .now).components
        return elapsed.seconds * 1_000 + elapsed.attoseconds / 1_000_000_000_000_000
    }

    /// The present instant.
    var now: Timestamp { start.adding(milliseconds: milliseconds) }
}

extension BankItemRecord {
    /// What the last sync came to.
    fileprivate var outcome: SyncOutcome {
        switch state {
        case .removed: .gone
        case .loginRequired: .loginRequired(code: errorCode ?? "ITEM_LOGIN_REQUIRED")
        case .good: failures > 0 ? .failed(code: errorCode ?? "UNKNOWN") : .synced(counts)
        }
    }

    /// Notes that it is read from the first record again, and its books compared anew.
    fileprivate mutating func beginAgain() {
        cursor = nil
        isHistoryComplete = false
    }

    /// Notes that it was read to its end.
    fileprivate mutating func finish(_ counts: Counts, _ call: Call) {
        self.counts = counts
        syncedAt = call.now
        state = .good
        errorCode = nil
        failures = 0
        lookAt = nextRead(call)
        lease = nil
        leasedUntil = nil
    }
}
