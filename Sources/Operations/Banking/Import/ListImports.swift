import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension BankingOperations {
    /// Lists the caller's imports, the newest first.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listImports(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.ImportListResponse {
        try await reading(call) { session, membership in
            let numbers = try Self.accountNumbers(of: membership.member, in: session)
            let imports = try BankImports.list(of: membership.member, in: session)
            return API.Banking.ImportListResponse(
                imports.compactMap { API.Banking.Import($0, numbers) }
            )
        }
    }

    /// Tells how far an import of the caller is.
    ///
    /// - Throws: ``Problem`` `notFound`, `unauthenticated`; `DatabaseError`.
    public func importStatus(
        _ input: API.Banking.ImportSubject,
        _ call: Call
    ) async throws -> API.Banking.Import {
        try await reading(call) { session, membership in
            try Self.import(Serial(input.id), of: membership.member, in: session)
        }
    }

    /// An import of a member as it is shown.
    ///
    /// - Throws: ``Problem`` `notFound`; `DatabaseError`.
    static func `import`(
        _ number: Serial<Entity.BankImport>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> API.Banking.Import {
        let numbers = try accountNumbers(of: member, in: session)
        let found = try BankImports.find(number, of: member, in: session).orNotFound()
        return try API.Banking.Import(found, numbers).orNotFound()
    }

    /// The same, in a transaction of its own.
    func `import`(
        _ number: Serial<Entity.BankImport>,
        of owner: ImportOwner
    ) async throws -> API.Banking.Import {
        try await database.read { try Self.import(number, of: owner.member, in: $0) }
    }

    /// The number of an import, and the first of what it brought.
    func sample(
        of id: ID<Entity.BankImport>,
        _ owner: ImportOwner
    ) async throws -> (Serial<Entity.BankImport>, [API.Banking.Transaction]) {
        try await database.read { session in
            let found = try BankImports.find(id, in: session).orNotFound()
            let book = try AccountBook(owner.member, owner.zone, catalogue, in: session)
            let records = try BankRecords.list(
                broughtBy: id,
                after: 0,
                most: Limits.importSampleRows,
                in: session
            )
            let entries = try records.flatMap { record, _ in
                try Entries.list(of: record.transfer, in: session)
                    .filter { $0.entry.account == record.account && record.isShown }
            }
            return (found.number, try entries.map { try book.transaction($0) })
        }
    }

    /// The integer ids of a member's accounts.
    static func accountNumbers(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.Account>: Int64] {
        let listed = try ListedAccounts.list(of: member, in: session)
        return Dictionary(uniqueKeysWithValues: listed.map { ($0.account.id, $0.number.value) })
    }
}

extension API.Banking.Import {
    /// An import as it is shown; `nil` for one that nobody is told of yet.
    init?(_ found: BankImports.Numbered, _ accounts: [ID<Entity.Account>: Int64]) {
        let record = found.record
        guard let state = API.Banking.ImportState(rawValue: record.state.rawValue) else {
            return nil
        }
        self.init(
            id: found.number.value,
            state: state,
            rowsDone: record.rowsDone,
            format: record.format,
            fileName: record.fileName,
            accountID: record.account.flatMap { accounts[$0] },
            createdAt: WireTimestamp(record.createdAt),
            rowsNew: record.rowsNew,
            rowsKnown: record.rowsKnown,
            rowsChanged: record.rowsChanged,
            rowsRefused: record.rowsRefused,
            firstDay: record.firstDay.map { WireDay($0) },
            lastDay: record.lastDay.map { WireDay($0) },
            balanceDifference: record.differenceMinor.map { DecimalAmount(minor: $0) },
            revertedAt: record.revertedAt.map { WireTimestamp($0) }
        )
    }
}
