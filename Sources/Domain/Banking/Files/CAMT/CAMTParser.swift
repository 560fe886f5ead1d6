import Kernel

/// Reads CAMT.053, the statement of ISO 20022, in its versions 2 to 8.
struct CAMTParser: BankFileParser {
    private let currency: Currency
    private let xml = XMLPushParser()
    private let tree = CAMTTree.all
    /// The elements around, from the statement on; `nil` for those that do not matter.
    private var nodes: [CAMTTree.Node?] = []
    private var statement: CAMTStatement?
    private var statements = 0

    init(currency: Currency) {
        self.currency = currency
    }

    var line: Int { xml.line }

    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        xml.add(text)
        while let tokens = try xml.next(isLast: false) { try take(tokens, into: &events) }
    }

    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        while let tokens = try xml.next(isLast: true) { try take(tokens, into: &events) }
        guard statements > 0 else {
            throw .malformed(line: xml.line, reason: "The file has no statement.")
        }
    }

    private mutating func take(
        _ tokens: [XMLToken],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        for token in tokens {
            switch token.kind {
            case .start: try open(token, into: &events)
            case .end(let text, let isTooLong):
                try close(token, text, isTooLong, into: &events)
            }
        }
    }

    private mutating func open(
        _ token: XMLToken,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        if let parent = nodes.last {
            let node = parent.flatMap { tree.child(token.name, of: $0) }
            nodes.append(node)
            if let path = node.flatMap(tree.path) {
                statement?.open(path, currency: token.currency, line: token.line, into: &events)
            }
            return
        }
        switch token.name {
        case "BkToCstmrStmt": try checkVersion(token)
        case "Stmt":
            statements += 1
            guard statements <= Limits.bankFileStatements else {
                throw .malformed(line: token.line, reason: "The file has too many statements.")
            }
            statement = CAMTStatement(currency: currency)
            nodes = [0]
        default: break
        }
    }

    private mutating func close(
        _ token: XMLToken,
        _ text: [UInt8],
        _ isTooLong: Bool,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        guard let node = nodes.popLast() else { return }
        guard !nodes.isEmpty else {
            statement?.end(into: &events)
            statement = nil
            return
        }
        guard let path = node.flatMap(tree.path) else { return }
        do throws(RowFault) {
            try statement?.close(path, text, isTooLong, into: &events)
        } catch {
            throw .malformed(line: token.line, reason: error.reason)
        }
    }

    /// Refuses versions that may mean other things; a file without a namespace is taken.
    private func checkVersion(_ token: XMLToken) throws(BankFileRefusal) {
        let prefix = "urn:iso:std:iso:20022:tech:xsd:camt.053.001."
        guard token.space.hasPrefix(prefix) else {
            guard token.space.isEmpty else {
                throw .malformed(line: token.line, reason: "The statement is not CAMT.053.")
            }
            return
        }
        guard let version = Int(token.space.dropFirst(prefix.count)), (2...8).contains(version)
        else {
            throw .malformed(line: token.line, reason: "CAMT.053 is read in versions 2 to 8.")
        }
    }
}
