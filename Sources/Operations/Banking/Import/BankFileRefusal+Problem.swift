import Banking
import Contract
import Kernel

extension Problem {
    /// What a caller is told of a file that is not read.
    init(_ refusal: BankFileRefusal) {
        switch refusal {
        case .empty: self = .invalid([Fault(field: "file", rule: "is empty")])
        case .unsupported(let reason): self.init(.unsupportedMediaType, reason)
        case .malformed(let line, let reason):
            let problem = BankFileProblem(line: line, reason: reason)
            self.init(
                .invalid,
                "The file is broken in line \(line): \(reason)",
                details: [Self.problems([problem])]
            )
        case .mapping(let mapping):
            var found: [JSON.Member] = [
                JSON.Member("reason", .string(mapping.reason)),
                JSON.Member("columns", .array(mapping.columns.map { .string($0) })),
            ]
            if let json = mapping.found.flatMap(Self.json) {
                found.append(JSON.Member("found", json))
            }
            self.init(
                .invalid,
                mapping.reason,
                details: [JSON.Member("mapping", .object(found))]
            )
        }
    }

    /// What a caller is told of a file with rows that cannot be read.
    init(_ problems: [BankFileProblem], of count: Int) {
        let rows = count == 1 ? "1 row" : "\(count) rows"
        self.init(
            .invalid,
            "\(rows) of the file cannot be read; skip_bad_rows leaves them out",
            details: [Self.problems(problems)]
        )
    }

    private static func json(_ mapping: CSVMapping) -> JSON? {
        guard let text = try? API.Banking.ColumnMapping(mapping).json() else { return nil }
        return try? JSONParser.parse(Array(text.utf8))
    }

    private static func problems(_ problems: [BankFileProblem]) -> JSON.Member {
        JSON.Member(
            "problems",
            .array(
                problems.map { problem in
                    .object([
                        JSON.Member("line", .number(String(problem.line))),
                        JSON.Member("reason", .string(problem.reason)),
                    ])
                }
            )
        )
    }
}

/// Does something with a bank file; a refusal of it is a problem.
///
/// - Throws: ``Problem``, and what `work` throws.
func readingBankFile<Result>(_ work: () throws -> Result) throws -> Result {
    do {
        return try work()
    } catch let refusal as BankFileRefusal {
        throw Problem(refusal)
    }
}
