/// The latest steps, for the report of a violation.
struct History {
    private enum Entry {
        case step(Int, PlannedStep)
        case event(Int, String)
    }

    private var entries: [Entry] = []
    private static let most = 400
    private static let told = 12

    mutating func append(_ step: PlannedStep, at number: Int) { append(.step(number, step)) }

    mutating func append(_ event: String, at number: Int) { append(.event(number, event)) }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count >= 2 * Self.most { entries.removeFirst(Self.most) }
    }

    /// The last steps that were about some of the households, with all events between them.
    func lines(about places: [Int]) -> [String] {
        let chosen = entries.filter { entry in
            guard case .step(_, let step) = entry, !places.isEmpty else { return true }
            return !Set(step.places).isDisjoint(with: places)
        }
        return chosen.suffix(Self.told).flatMap { entry in
            switch entry {
            case .event(let number, let text): ["step \(number): \(text)"]
            case .step(let number, let step): ["step \(number):"] + step.lines
            }
        }
    }
}
