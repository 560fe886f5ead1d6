import Kernel

/// What an item tells of its changes.
extension SandboxItem {
    /// A page of changes.
    struct Page {
        var added: [SandboxRecord] = []
        var modified: [SandboxRecord] = []
        var removed: [Change] = []
        let next: SandboxCursor
        let hasMore: Bool
    }

    /// Some changes after a cursor; `nil` when there are others now than when its sync began.
    ///
    /// What happened to a transaction several times is told once, as it is in the end.
    func page(after cursor: SandboxCursor, count: Int) -> Page? {
        let isFirst = cursor.given == 0
        guard isFirst || cursor.end == log.count else { return nil }
        // The changes before a sync's end are known to whoever has its last cursor.
        let start = cursor.start
        let changes = net(from: start)
        let end = min(changes.count, cursor.given + count)
        let hasMore = end < changes.count
        var page = Page(
            next: hasMore
                ? SandboxCursor(from: start, to: log.count, given: end)
                : SandboxCursor(after: log.count),
            hasMore: hasMore
        )
        for change in changes[min(cursor.given, end)..<end] {
            switch (change.record, change.existed) {
            case (let record?, true): page.modified.append(record)
            case (let record?, false): page.added.append(record)
            case (nil, _): page.removed.append(change)
            }
        }
        return page
    }

    /// What became of each transaction that changed since, in the order of last changes.
    private func net(from start: Int) -> [Change] {
        var existed: [UInt64: Bool] = [:]
        var last: [UInt64: Int] = [:]
        for index in start..<log.count {
            let change = log[index]
            if existed[change.number] == nil { existed[change.number] = change.existed }
            last[change.number] = index
        }
        return (start..<log.count).compactMap { index in
            let change = log[index]
            guard last[change.number] == index else { return nil }
            let didExist = existed[change.number] ?? false
            guard didExist || change.record != nil else { return nil }
            return Change(
                number: change.number,
                account: change.account,
                existed: didExist,
                record: change.record
            )
        }
    }
}
