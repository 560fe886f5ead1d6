import Banking
public import Contract
import Kernel
import SQL
import Store

extension BankingOperations {
    /// Imports a bank file.
    ///
    /// The whole file is read and checked before anything is written. Its rows are stored, then
    /// booked piece by piece; what is not booked within `patience`, 25 seconds unless said, others
    /// go on with.
    ///
    /// - Throws: ``Problem`` `invalid`, `unsupportedMediaType`, `notFound` when the account is not
    ///   one of the caller's, `conflict` when another import of it is open, `unauthenticated`;
    ///   `DatabaseError`.
    public func importBankFile(
        _ input: API.Banking.ImportRequest,
        _ file: BankFileSource,
        _ call: Call,
        patience: Duration? = nil
    ) async throws -> API.Banking.ImportResponse {
        let owner = try await reading(call) { _, membership in ImportOwner(membership) }
        return try await importFile(input, file, for: owner, call, patience: patience)
    }

    /// Imports a bank file of a member, for the operator.
    ///
    /// - Throws: ``Problem`` as ``importBankFile(_:_:_:patience:)``; `notFound` when nobody has the
    ///   e-mail address.
    public func importBankFile(
        _ input: API.Banking.ImportRequest,
        _ file: BankFileSource,
        ofMember email: String,
        _ call: Call,
        progress: @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> API.Banking.ImportResponse {
        let input = try API.Banking.importBankFile.checked(input)
        // No server may be there to go on with what was cut off.
        try await continueImports(call)
        let owner = try await database.read { session in
            let email = normalisedEmail(email)
            return try ImportOwner(
                try Members.find(email: email, in: session).orNotFound(),
                in: session
            )
        }
        var response = try await importFile(
            input,
            file,
            for: owner,
            call,
            patience: .seconds(1)
        )
        let running = RunningCall(call)
        while response.import.state == .running {
            let rows = try await rows(of: response.import.id, owner)
            progress(rows.done, rows.total)
            // A server beside this may go on with it as well: whoever has the lease does.
            _ = try await continueImport(response.import.id, of: owner, running)
            response = try await answer(response, of: owner)
        }
        return response
    }

    private func importFile(
        _ input: API.Banking.ImportRequest,
        _ file: BankFileSource,
        for owner: ImportOwner,
        _ call: Call,
        patience: Duration?
    ) async throws -> API.Banking.ImportResponse {
        let running = RunningCall(call)
        let open = try await check(input, file, for: owner)
        let problems = open.checked.problems.map { problem in
            API.Banking.ImportProblem(line: Int64(problem.line), reason: problem.reason)
        }
        let mapping = open.checked.plan.mapping.map { API.Banking.ColumnMapping($0) }
        guard input.preview != true else {
            let preview = try await preview(open, running.current)
            return API.Banking.ImportResponse(
                preview.import,
                sample: preview.sample,
                problems: problems,
                mapping: mapping
            )
        }
        let lease = try await stage(open, running)
        do {
            let patience = patience ?? .seconds(Limits.importSeconds)
            if try await !book(lease, running, patience: patience) {
                try await release(lease, running.current)
            }
        } catch is LeaseLost {
            // Somebody else goes on with it.
        } catch let error where Self.isPassing(error) {
            try? await release(lease, running.current)
        }
        let (number, sample) = try await sample(of: lease.bankImport, owner)
        let imported = try await self.import(number, of: owner)
        return API.Banking.ImportResponse(
            imported,
            sample: sample,
            problems: problems,
            mapping: mapping
        )
    }

    private func rows(
        of number: Int64,
        _ owner: ImportOwner
    ) async throws -> (done: Int64, total: Int64) {
        try await database.read { session in
            let found = try BankImports.find(Serial(number), of: owner.member, in: session)
            let record = try found.orNotFound().record
            return (record.rowsDone, record.rowsTotal)
        }
    }

    /// Whether what was staged is booked later, whatever went wrong now.
    static func isPassing(_ error: any Error) -> Bool {
        error is CancellationError || (error as? DatabaseError)?.isRetryable == true
    }

    /// Reads a whole file, and finds out whose it is; nothing is written.
    private func check(
        _ input: API.Banking.ImportRequest,
        _ source: BankFileSource,
        for owner: ImportOwner
    ) async throws -> OpenFile {
        let given = try input.mapping.map {
            try CSVMapping(API.Banking.ColumnMapping(json: $0))
        }
        var target = try await database.read { session -> ImportTarget? in
            if let number = input.accountID {
                return try ImportTarget.named(number, of: owner, in: session)
            }
            guard let name = input.accountName else { return nil }
            return try ImportTarget.known(by: Self.key(ofName: name), of: owner, in: session)
        }
        let (plan, header) = try await survey(source, given, of: owner.member)
        let checked = try await CheckedFile.reading(
            source,
            plan,
            header: header,
            currency: target?.currency ?? owner.currency
        )
        if checked.refused > 0, input.skipBadRows != true {
            throw Problem(checked.problems, of: checked.refused)
        }
        if input.accountID == nil, let key = checked.account.key {
            let named = try await database.read { session in
                try ImportTarget.known(by: key, of: owner, in: session)
            }
            target = named ?? target
        }
        let into = try target ?? Self.newTarget(checked, input)
        guard into.currency == checked.account.currency else {
            let rule = "is in \(checked.account.currency.code), and the account is not"
            throw Problem.invalid([Fault(field: "file", rule: rule)])
        }
        return OpenFile(
            source: source.named(input.fileName),
            checked: checked,
            target: into,
            owner: owner
        )
    }

    private static func newTarget(
        _ file: CheckedFile,
        _ input: API.Banking.ImportRequest
    ) throws -> ImportTarget {
        let key = file.account.key ?? input.accountName.map(key(ofName:))
        guard let key else {
            let rule = "or account_name is required, because the file names no account"
            throw Problem.invalid([Fault(field: "account_id", rule: rule)])
        }
        return .new(NewBankAccount(file.account, key: key, name: input.accountName))
    }

    /// What an account is known by that only its owner named.
    private static func key(ofName name: String) -> String { "file:name:\(name.lowercased())" }
}

extension BankFileSource {
    /// The file with the name that its sender told beside it, if it has none.
    fileprivate func named(_ name: String?) -> BankFileSource {
        guard self.name.isEmpty, let name else { return self }
        return renamed(name)
    }
}
