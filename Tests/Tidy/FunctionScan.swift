/// Finds functions in Swift text and how long they are.
struct FunctionScan {
    struct Function: Equatable {
        let name: String
        let line: Int
        let lineCount: Int
    }

    private struct Token {
        let text: Substring
        let line: Int
        let isFirstOfLine: Bool
    }

    private let tokens: [Token]

    static func functions(in text: String) -> [Function] {
        FunctionScan(text: text).functions
    }

    private init(text: String) {
        let code = SourceFile(path: "", text: text).code
        tokens = code.numberedLines.flatMap { number, line in
            Self.words(of: line).enumerated().map { position, word in
                Token(text: word, line: number, isFirstOfLine: position == 0)
            }
        }
    }

    /// The words and signs of a line.
    private static func words(of line: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = line.drop { $0 == " " }
        let isWord = { (sign: Character) in sign.isLetter || sign.isNumber || sign == "_" }
        while let first = rest.first {
            let word = isWord(first) ? rest.prefix(while: isWord) : rest.prefix(1)
            words.append(word)
            rest = rest[word.endIndex...].drop { $0 == " " }
        }
        return words
    }

    private var functions: [Function] {
        tokens.indices.compactMap { index in
            guard isFunction(index), let body = body(after: index), let end = close(of: body) else {
                return nil
            }
            let next = index + 1 < tokens.count ? String(tokens[index + 1].text) : ""
            return Function(
                name: tokens[index].text == "func" || tokens[index].text == "var"
                    ? next : String(tokens[index].text),
                line: tokens[index].line,
                lineCount: tokens[end].line - tokens[index].line + 1
            )
        }
    }

    private func isFunction(_ index: Int) -> Bool {
        let previous = index > 0 ? tokens[index - 1].text : ""
        guard previous != ".", previous != "`" else { return false }
        return ["func", "init", "deinit", "subscript", "var"].contains(tokens[index].text)
    }

    /// The opening brace of the body; `nil` for a requirement, a stored property or a call.
    private func body(after start: Int) -> Int? {
        var depth = 0
        for index in tokens.indices.dropFirst(start + 1) {
            let token = tokens[index]
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0:
                let isOnItsLine = token.line == tokens[start].line
                return tokens[start].text != "var" || isOnItsLine ? index : nil
            case "}" where depth == 0: return nil
            case "=" where depth == 0 && tokens[start].text == "var": return nil
            default:
                if depth == 0, token.isFirstOfLine, startsDeclaration(token.text) { return nil }
            }
        }
        return nil
    }

    private func startsDeclaration(_ word: Substring) -> Bool {
        [
            "func", "init", "deinit", "subscript", "var", "let", "case", "static", "public",
            "private", "internal", "package", "mutating", "struct", "class", "enum", "actor",
            "extension", "protocol", "typealias", "associatedtype", "import", "@", "if", "for",
            "guard", "switch", "while", "return", "do", "try",
        ].contains(word)
    }

    private func close(of brace: Int) -> Int? {
        var depth = 0
        for index in tokens.indices.dropFirst(brace) {
            if tokens[index].text == "{" { depth += 1 }
            if tokens[index].text == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
