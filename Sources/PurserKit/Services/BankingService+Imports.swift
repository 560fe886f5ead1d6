public import Contract

/// Bank files.
///
/// ```swift
/// let preview = try await purser.banking.importFile(bytes, named: "may.ofx", preview: true)
/// let done = try await purser.banking.importFile(bytes, named: "may.ofx")
/// while try await purser.banking.importStatus(done.import.id).state == .running {
///     try await Task.sleep(for: .seconds(1))
/// }
/// ```
extension BankingService {
    /// Imports a bank file: OFX, QFX, CSV, QIF, CAMT.053 or MT940, at most 50 MiB.
    ///
    /// A repeat brings nothing twice. A large file may still be `running` when this returns;
    /// ``importStatus(_:)`` tells how far it is.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - fileName: Its name, for the list of imports.
    ///   - accountID: The account; the one that the file names when `nil`.
    ///   - accountName: The account's name, where the file names none; one is made when it is new.
    ///   - preview: Whether to tell what would come of it, and store nothing.
    ///   - mapping: The columns of a CSV file; detected or remembered when `nil`.
    ///   - skipBadRows: Whether to leave out rows that cannot be read.
    /// - Returns: What came of it, and the first new transactions.
    /// - Throws: ``PurserError``, `invalid` for a file that cannot be read; `CancellationError`.
    public func importFile(
        _ file: [UInt8],
        named fileName: String? = nil,
        accountID: Int64? = nil,
        accountName: String? = nil,
        preview: Bool? = nil,
        mapping: API.Banking.ColumnMapping? = nil,
        skipBadRows: Bool? = nil
    ) async throws -> API.Banking.ImportResponse {
        try await purser.call(
            API.Banking.importBankFile,
            API.Banking.ImportRequest(
                accountID: accountID,
                accountName: accountName,
                preview: preview,
                mapping: mapping?.json(),
                skipBadRows: skipBadRows,
                fileName: fileName
            ),
            file: file
        )
    }

    /// Lists the member's imports, the newest first.
    public func imports() async throws -> API.Banking.ImportListResponse {
        try await purser.call(API.Banking.listImports)
    }

    /// Tells how far an import is.
    public func importStatus(_ id: Int64) async throws -> API.Banking.Import {
        try await purser.call(API.Banking.importStatus, .init(id: id))
    }

    /// Takes back what an import brought, with the edits of its transactions.
    public func revertImport(_ id: Int64) async throws -> API.Banking.Import {
        try await purser.call(API.Banking.revertImport, .init(id: id))
    }
}
