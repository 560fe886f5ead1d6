/// An evaluation's figures, by kind of query and ranking.
public struct SearchReport: Sendable {
    /// The figures of one kind of query, or of all.
    public struct Line: Sendable {
        /// The kind; `all` for the mean over every query.
        public let kind: String
        /// How many queries there are.
        public let queries: Int
        /// The mean of each ranking, in the order of ``SearchEvaluation/Ranking``.
        public let qualities: [SearchQuality]
    }

    /// Kinds in alphabetical order, then all.
    public let lines: [Line]

    /// Ranks for every query in every way.
    public init(_ data: EvaluationData, embeddings: WordEmbeddings = .carried) {
        let evaluation = SearchEvaluation(data.transactions, embeddings: embeddings)
        let measured = data.queries.map { query in
            (
                kind: query.kind,
                qualities: SearchEvaluation.Ranking.allCases.map { ranking in
                    evaluation.quality(of: ranking, for: query)
                }
            )
        }
        let kinds = Set(measured.map(\.kind)).sorted()
        lines =
            kinds.map { kind in
                Self.line(kind, measured.filter { $0.kind == kind }.map(\.qualities))
            } + [Self.line("all", measured.map(\.qualities))]
    }

    private static func line(_ kind: String, _ qualities: [[SearchQuality]]) -> Line {
        let means = SearchEvaluation.Ranking.allCases.indices.map { ranking in
            SearchQuality(meanOf: qualities.map { $0[ranking] })
        }
        return Line(kind: kind, queries: qualities.count, qualities: means)
    }

    /// A Markdown table with hundredths of nDCG@10 and recall@20.
    public var text: String {
        let names = SearchEvaluation.Ranking.allCases.map(\.rawValue)
        let head = [
            "nDCG@10 / recall@20 of 100:",
            "",
            "| query | number | \(names.joined(separator: " | ")) |",
            "|---|---|\(names.map { _ in "---|" }.joined())",
        ]
        let rows = lines.map { line in
            let cells = line.qualities.map { quality in
                "\(Self.hundredths(quality.nDCG)) / \(Self.hundredths(quality.recall))"
            }
            return "| \(line.kind) | \(line.queries) | \(cells.joined(separator: " | ")) |"
        }
        return (head + rows).joined(separator: "\n")
    }

    /// A part of one as hundredths with one decimal.
    private static func hundredths(_ part: Double) -> String {
        let tenths = Int((part * 1_000).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
