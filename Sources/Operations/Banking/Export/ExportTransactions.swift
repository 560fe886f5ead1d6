public import Contract
import Kernel
import SQL
import Store

extension BankingOperations {
    /// Exports the caller's transactions as a file.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound` when the account is not one of the caller's,
    ///   `unauthenticated`; `DatabaseError`.
    public func exportTransactions(
        _ input: API.Banking.ExportRequest,
        _ call: Call
    ) async throws -> ExportFile {
        let source = try await exportSource(of: input, now: call.now) { session in
            try Self.membership(of: call, in: session)
        }
        return source.file(input.format)
    }

    /// Exports a member's transactions for the operator.
    ///
    /// - Parameters:
    ///   - input: What to export.
    ///   - email: Whose; may be left out where there is nobody else.
    ///   - call: What surrounds it.
    /// - Returns: The file, nothing of which is made yet.
    /// - Throws: ``Problem`` `invalid`, `notFound`; `DatabaseError`.
    public func exportTransactions(
        _ input: API.Banking.ExportRequest,
        ofUser email: String?,
        _ call: Call
    ) async throws -> ExportFile {
        let email = try await database.read { try email ?? Self.onlyUser(in: $0) }
        let source = try await exportSource(of: input, now: call.now) { session in
            let (member, head) = try IdentityOperations.operated(email, in: session)
            return try Membership(member, head, in: session)
        }
        return source.file(input.format)
    }

    private static func onlyUser(in session: any Session) throws -> String {
        let users = try Members.oldest(2, in: session)
        guard let user = users.first, users.count == 1 else {
            throw Problem(.notFound, "It must be said whose transactions are meant")
        }
        return user.email
    }
}

extension ExportSource {
    /// The file, which is made as it is sent.
    fileprivate func file(_ format: API.Banking.ExportFormat) -> ExportFile {
        ExportFile(
            name: "purser-\(today.text).\(format.fileExtension)",
            mediaType: format.mediaType
        ) { sink in
            switch format {
            case .csv: try await writeCSV(to: sink)
            case .json: try await writeJSON(to: sink)
            case .hledger: try await ExportedJournal(self).write(to: sink)
            }
        }
    }
}
