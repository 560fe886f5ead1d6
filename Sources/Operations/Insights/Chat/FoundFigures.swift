import Insights
import Kernel

/// What queries found, as far as an answer may say it.
struct FoundFigures: Sendable {
    /// The sums and counts.
    let figures: [AnswerFigure]
    /// The transactions.
    let sources: [AnswerSource]

    init(_ results: [ToolResult]) {
        figures = results.flatMap(\.figures)
        sources = results.flatMap(\.sources)
    }

    /// The numbers of a text, apart from those in the names that were found.
    func numbers(of text: String) -> SaidNumbers {
        let ofSources = sources.flatMap { [$0.merchant, $0.category] }
        let names = Set(ofSources + figures.compactMap(\.filter))
        return SaidNumbers(text, names: names.map(MaskedText.masked))
    }

    /// Whether a text says no other number.
    func cover(_ text: String, _ currency: Currency) -> Bool {
        numbers(of: text).unfounded(figures: figures, sources: sources, currency: currency) == nil
    }
}

extension Answer {
    /// The answer that a checked text is: with the figures that it says, and the transactions of
    /// the results that they are of, the largest first.
    init(_ text: String, _ results: [ToolResult], _ currency: Currency) {
        let numbers = FoundFigures(results).numbers(of: text)
        var figures: [AnswerFigure] = []
        var sources: [ID<Entity.Entry>: AnswerSource] = [:]
        for result in results {
            let said = result.figures.filter(numbers.say)
            for figure in said where !figures.contains(figure) { figures.append(figure) }
            guard !said.isEmpty || result.sources.contains(where: { numbers.say($0, in: currency) })
            else { continue }
            for source in result.sources where sources[source.id] == nil {
                sources[source.id] = source
            }
        }
        let largest = sources.values.sorted {
            ($1.cents.magnitude, $1.day, $0.id.text) < ($0.cents.magnitude, $0.day, $1.id.text)
        }
        self.init(
            text,
            figures: figures,
            sources: Array(largest.prefix(Limits.modelAnswerSources))
        )
    }
}
