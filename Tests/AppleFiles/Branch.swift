/// Lines between an `#if`, `#elseif` or `#else` and the next one or its `#endif`.
struct Branch: Equatable {
    /// What a line tells the compiler to do.
    enum Directive {
        /// `#if`, or `#elseif` when it is another one, with what it asks for.
        case condition(String, isAnother: Bool)
        /// `#else`.
        case otherwise
        /// `#endif`.
        case end

        init?(_ line: some StringProtocol) {
            // Most lines are none, and an expression takes long to find that out.
            guard line.drop(while: \.isWhitespace).first == "#",
                let found = String(line).wholeMatch(of: /\s*#(if|elseif|else|endif)\b\s*(.*)/)
            else { return nil }
            switch found.1 {
            case "else": self = .otherwise
            case "endif": self = .end
            default: self = .condition(String(found.2), isAnother: found.1 == "elseif")
            }
        }
    }

    /// The number of the line that begins it, counted from 1.
    let line: Int
    /// What it asks for; `nil` after an `#else`.
    let condition: String?
    /// Whether it is compiled on Apple's systems.
    let isOpen: Bool

    /// The branches of a file.
    static func all(in text: String) -> [Branch] {
        var found: [Branch] = []
        // Of each `#if` around a line: whether the present branch is compiled, whether one may be.
        var around: [(isOpen: Bool, mayOpen: Bool)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard let directive = Directive(line) else { continue }
            var asked: String?
            switch directive {
            case .end:
                _ = around.popLast()
                continue
            case .condition(let condition, let isAnother):
                asked = condition
                if !isAnother {
                    around.append((false, around.last?.isOpen ?? true))
                }
            case .otherwise: break
            }
            guard let former = around.popLast() else { continue }
            let isOpen = former.mayOpen && (asked.map(Guards.holds) ?? true)
            around.append((isOpen, former.mayOpen && !isOpen))
            found.append(Branch(line: index + 1, condition: asked, isOpen: isOpen))
        }
        return found
    }
}
