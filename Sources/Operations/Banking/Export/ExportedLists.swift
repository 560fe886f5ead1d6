import Banking
import Contract
import Kernel

extension ExportSource {
    /// Writes a line for each transaction, after one with the names of their fields.
    func writeCSV(to sink: ExportFile.Sink) async throws {
        let head = CSVCells.line(API.Banking.Transaction.columns.map { .plain($0) })
        try await sink(Array(head.utf8))
        try await transactions { transactions in
            guard !transactions.isEmpty else { return }
            let lines = transactions.map { CSVCells.line($0.cells) }
            try await sink(Array(lines.joined().utf8))
        }
    }

    /// Writes accounts and transactions as one object.
    func writeJSON(to sink: ExportFile.Sink) async throws {
        let accounts = accounts.map { API.Banking.Account($0, of: family) }
        try await sink(
            Array(#"{"accounts":"#.utf8) + WireEncoder.bytes(accounts)
                + Array(#","transactions":["#.utf8)
        )
        var isFirst = true
        try await transactions { transactions in
            var bytes: [UInt8] = []
            for transaction in transactions {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                bytes += try WireEncoder.bytes(transaction)
            }
            if !bytes.isEmpty { try await sink(bytes) }
        }
        try await sink(Array("]}\n".utf8))
    }
}

extension API.Banking.Transaction {
    /// The names of its fields, in the order of ``cells``.
    fileprivate static let columns = [
        "id", "transaction_id", "amount", "currency_code", "name", "merchant_name", "date",
        "authorized_date", "category", "primary_category", "pending", "account_id", "notes",
    ]

    /// Its fields; the words of the category are one cell.
    fileprivate var cells: [CSVCells.Cell] {
        [
            .plain(String(id)), .plain(transactionID.text),
            .plain(DecimalText.text(minor: amount.minor, exponent: 2)), .plain(currencyCode),
            .text(name), .text(merchantName), .plain(date.instant.text),
            .plain(authorizedDate?.instant.text ?? ""),
            .text(category.joined(separator: " / ")), .text(primaryCategory),
            .plain(pending ? "true" : "false"), .plain(String(accountID)), .text(notes),
        ]
    }
}
