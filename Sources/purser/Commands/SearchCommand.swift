import ArgumentParser
import Foundation
import Insights

/// What the operator does with the search over transactions.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Measures the search over transactions.",
        subcommands: [Evaluate.self]
    )

    /// Measures the search on queries whose answers are known.
    struct Evaluate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints how well the search ranks, by kind of query.",
            discussion: """
                The folder holds transactions.jsonl and queries_dev.jsonl. The search is compared \
                with its words alone and with its meanings alone. Nothing is stored, and no \
                database is opened.
                """
        )

        @Argument(help: "The folder.") var folder: String
        @Option(help: "The file of the queries, in the folder.") var queries = "queries_dev.jsonl"

        func run() async throws {
            let transactions = try text(of: "transactions.jsonl")
            let queries = try text(of: queries)
            do {
                let data = try EvaluationData(transactions: transactions, queries: queries)
                print(SearchReport(data).text)
            } catch {
                throw ValidationError(error.description)
            }
        }

        private func text(of file: String) throws -> String {
            let path = URL(filePath: folder).appending(path: file).path
            guard let data = FileManager.default.contents(atPath: path),
                let text = String(data: data, encoding: .utf8)
            else { throw ValidationError("\(path) cannot be read") }
            return text
        }
    }
}
