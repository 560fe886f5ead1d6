import Banking
import Kernel
import Testing

/// A bank file that a test reads.
struct TestFile: CustomTestStringConvertible {
    /// What it shows.
    let name: String
    var bytes: [UInt8]
    var mapping: CSVMapping?
    var currency = Currency.usd

    var testDescription: String { name }

    init(_ name: String, _ text: String) {
        self.init(name, bytes: Array(text.utf8))
    }

    init(_ name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Plans and reads it in pieces whose lengths come by turns.
    func events(pieces: [Int] = [.max]) throws(BankFileRefusal) -> [BankFileEvent] {
        let plan = try plan(pieces: pieces)
        var reader = BankFileReader(plan, currency: currency)
        var events: [BankFileEvent] = []
        for piece in cut(pieces) { try reader.read(piece, into: &events) }
        try reader.finish(into: &events)
        return events
    }

    /// What the survey of it finds.
    func plan(pieces: [Int] = [.max]) throws(BankFileRefusal) -> BankFilePlan {
        var survey = BankFileSurvey(mapping: mapping)
        for piece in cut(pieces) { try survey.read(piece) }
        return try survey.finish()
    }

    /// What is told of it, or why it is refused.
    func told(pieces: [Int] = [.max]) -> [String] {
        do throws(BankFileRefusal) {
            return try events(pieces: pieces).map(\.told)
        } catch {
            return [error.told]
        }
    }

    /// Its rows.
    func rows() throws(BankFileRefusal) -> [BankFileRow] {
        try events().compactMap { if case .row(let row) = $0 { row } else { nil } }
    }

    /// Why it is refused; `nil` when it is not.
    var refusal: BankFileRefusal? {
        do throws(BankFileRefusal) {
            _ = try events()
            return nil
        } catch {
            return error
        }
    }

    private func cut(_ lengths: [Int]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        var turn = 0
        while !rest.isEmpty {
            let piece = rest.prefix(lengths[turn % lengths.count])
            pieces.append(piece)
            rest = rest[piece.endIndex...]
            turn += 1
        }
        return pieces
    }
}

extension BankFileEvent {
    /// The event on one line, as tests expect it.
    var told: String {
        switch self {
        case .statement(let account): "statement \(account.told)"
        case .row(let row): row.told
        case .problem(let problem): "problem \(problem.line): \(problem.reason)"
        case .ended(let balances): "ended\(balances.told)"
        }
    }
}

extension BankFileAccount {
    var told: String {
        let parts = [
            kind.rawValue, currency.code, institution.map { "at \($0)" },
            bankID.map { "bank \($0)" }, branch.map { "branch \($0)" },
            number.map { "number \($0)" }, iban.map { "iban \($0)" }, name.map { "named \($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}

extension BankFileRow {
    var told: String {
        let parts = [
            "\(line)", day.text, amount.decimalText,
            amount.currency == .usd ? nil : amount.currency.code, text,
            payee == text ? "(payee)" : payee.map { "(\($0))" }, category.map { "[\($0)]" },
            providerID.map { "#\($0)" }, balance.map { "=\($0.decimalText)" },
            isPending ? "pending" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}

extension BankFileBalances {
    var told: String {
        let parts: [(String, Balance?)] = [
            ("opening", opening), ("closing", closing), ("available", available),
        ]
        return parts.compactMap { name, balance in
            balance.map { " \(name) \($0.amount.decimalText) on \($0.day?.text ?? "no day")" }
        }.joined(separator: ",")
    }
}

extension BankFileRefusal {
    var told: String {
        switch self {
        case .empty: "empty"
        case .unsupported(let reason): "unsupported: \(reason)"
        case .malformed(let line, let reason): "malformed \(line): \(reason)"
        case .mapping(let refusal): "mapping: \(refusal.reason)"
        }
    }
}
