import Foundation

/// Transactions and queries with known answers, as files of JSON lines have them.
public struct EvaluationData: Sendable {
    /// The transactions, in the order of the file.
    public let transactions: [TransactionText]
    /// The queries, in the order of the file.
    public let queries: [SearchEvaluation.Query]

    /// Reads both files.
    ///
    /// - Parameters:
    ///   - transactions: Lines with `id`, `merchant`, `description`, `category` and `notes`; of the
    ///     last four any may be null.
    ///   - queries: Lines with `type`, `query`, and `relevant` with a grade 1...3 by the
    ///     transaction's id.
    /// - Throws: ``EvaluationFault`` with the first line that cannot be read.
    public init(transactions: String, queries: String) throws(EvaluationFault) {
        let rows = try Self.lines(of: transactions, as: Row.self, in: .transactions)
        var places: [String: Int] = [:]
        for (place, row) in rows.enumerated() {
            guard places.updateValue(place, forKey: row.id) == nil else {
                throw EvaluationFault(file: .transactions, line: place + 1)
            }
        }
        self.transactions = rows.map { row in
            TransactionText(
                merchant: row.merchant,
                description: row.description,
                category: row.category,
                notes: row.notes
            )
        }
        var read: [SearchEvaluation.Query] = []
        for (place, query) in try Self.lines(of: queries, as: Asked.self, in: .queries).enumerated()
        {
            var grades: [Int: Int] = [:]
            for (id, grade) in query.relevant {
                guard let row = places[id], (1...3).contains(grade) else {
                    throw EvaluationFault(file: .queries, line: place + 1)
                }
                grades[row] = grade
            }
            read.append(.init(kind: query.type, text: query.query, grades: grades))
        }
        self.queries = read
    }

    private struct Row: Decodable {
        let id: String
        let merchant: String?
        let description: String?
        let category: String?
        let notes: String?
    }

    private struct Asked: Decodable {
        let type: String
        let query: String
        let relevant: [String: Int]
    }

    private static func lines<Line: Decodable>(
        of text: String,
        as type: Line.Type,
        in file: EvaluationFault.File
    ) throws(EvaluationFault) -> [Line] {
        let decoder = JSONDecoder()
        var read: [Line] = []
        for line in text.split(separator: "\n") {
            guard let next = try? decoder.decode(type, from: Data(line.utf8)) else {
                throw EvaluationFault(file: file, line: read.count + 1)
            }
            read.append(next)
        }
        return read
    }
}

/// A line of an evaluation's files that cannot be read.
public struct EvaluationFault: Error, Hashable, CustomStringConvertible {
    /// One of the two files.
    public enum File: String, Sendable {
        /// What is searched.
        case transactions
        /// What is searched for.
        case queries
    }

    /// Which file it is.
    public let file: File
    /// Which of its lines that are not empty, from one on.
    public let line: Int

    /// The message an operator reads.
    public var description: String { "line \(line) of the \(file.rawValue) cannot be read" }
}
