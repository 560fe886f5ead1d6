import Banking
import Contract
import Kernel
import SQL
import Store

extension BankingOperations {
    /// Finds out how a file is to be read: by the mapping that is given, else by the one that is
    /// remembered for its header, else by what it looks like.
    ///
    /// - Throws: ``Problem`` `invalid`, `unsupportedMediaType`; `DatabaseError`.
    func survey(
        _ source: BankFileSource,
        _ given: CSVMapping?,
        of member: ID<Entity.Member>
    ) async throws -> (plan: BankFilePlan, header: String?) {
        let first = try await survey(source, given)
        guard given == nil, let header = first.header else {
            return (try first.plan.get(), first.header)
        }
        let text = try await database.read { session in
            try CSVMappings.find(header, of: member, in: session)
        }
        guard let text, let wire = try? API.Banking.ColumnMapping(json: text),
            let remembered = try? CSVMapping(wire)
        else { return (try first.plan.get(), header) }
        return (try await survey(source, remembered).plan.get(), header)
    }

    /// One reading; the header is known even where the mapping is refused.
    private func survey(
        _ source: BankFileSource,
        _ mapping: CSVMapping?
    ) async throws -> (plan: Result<BankFilePlan, Problem>, header: String?) {
        var survey = BankFileSurvey(
            mapping: mapping,
            dayOrder: mapping?.dateFormat.flatMap { DayOrder(format: $0) }
        )
        do {
            try await source.pieces { piece in
                try readingBankFile { try survey.read(piece) }
                return !survey.isComplete
            }
            let plan = try readingBankFile { try survey.finish() }
            return (.success(plan), survey.headerFingerprint)
        } catch let problem as Problem {
            return (.failure(problem), survey.headerFingerprint)
        }
    }

    /// Remembers the columns of a CSV file.
    static func remember(
        _ file: CheckedFile,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        guard let header = file.header, let mapping = file.plan.mapping else { return }
        let text = try API.Banking.ColumnMapping(mapping).json()
        try CSVMappings.save(text, for: header, of: member, now: now, in: session)
    }
}
