/// A fenced `console` block of a document: what a reader types, and what the document says appears.
struct ConsoleBlock: Equatable {
    struct Step: Equatable {
        /// The command behind `$ `; lines ended by `\` are joined.
        let command: String
        /// The lines below it, up to the next command.
        let output: [String]
    }

    let line: Int
    let steps: [Step]

    /// The blocks of a document, in order.
    static func blocks(in file: SourceFile) -> [ConsoleBlock] {
        var blocks: [ConsoleBlock] = []
        var open: (line: Int, text: [String])?
        for (number, line) in file.numberedLines {
            if let block = open {
                if line.hasPrefix("```") {
                    blocks.append(ConsoleBlock(line: block.line, steps: steps(block.text)))
                    open = nil
                } else {
                    open?.text.append(String(line))
                }
            } else if line == "```console" {
                open = (number, [])
            }
        }
        return blocks
    }

    private static func steps(_ lines: [String]) -> [Step] {
        var steps: [Step] = []
        var isContinued = false
        for line in lines {
            let last = steps.popLast()
            if isContinued, let last {
                let joined = last.command.dropLast() + line
                steps.append(Step(command: String(joined), output: []))
                isContinued = line.hasSuffix("\\")
            } else if line.hasPrefix("$ ") {
                if let last { steps.append(last) }
                steps.append(Step(command: String(line.dropFirst(2)), output: []))
                isContinued = line.hasSuffix("\\")
            } else if let last {
                steps.append(Step(command: last.command, output: last.output + [line]))
            }
        }
        return steps
    }
}
