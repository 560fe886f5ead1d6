import Kernel

/// Detects the columns of a CSV file by the names in its header, and by its cells where there are
/// none.
///
/// The first row that names a day and an amount is the header. A column without a known name is
/// taken when it is the only one whose cells fit: days, amounts with decimals or signs, the most
/// text. What fits twice is left to whoever chose the file.
struct CSVDetection {
    /// What may stand between cells.
    static let delimiters: Set<UInt8> = [0x2C, 0x3B, 0x09, 0x7C]

    private let rows: [[String]]
    private let delimiter: UInt8
    /// The place of the header among the rows; `nil` for a file without one.
    private let header: Int?

    /// Looks at the beginning of a file, whose last row is cut off unless the file `isWhole`.
    init(head text: [UInt8], isWhole: Bool, delimiter: UInt8?) {
        let candidates: [UInt8] = delimiter.map { [$0] } ?? [0x2C, 0x3B, 0x09, 0x7C]
        var best: (score: Int, width: Int, rows: [[String]], delimiter: UInt8) = (-1, 0, [], 0x2C)
        for candidate in candidates {
            let rows = Self.rows(text, isWhole, candidate)
            let (score, width) = Self.regularity(rows)
            if score > best.score || score == best.score && width > best.width {
                best = (score, width, rows, candidate)
            }
        }
        rows = best.rows
        self.delimiter = best.delimiter
        header = Self.header(in: best.rows)
    }

    /// The delimiter as text.
    var delimiterText: String { String(Unicode.Scalar(delimiter)) }

    /// The names in the header, or the cells of the first row of a file without one.
    var names: [String] { header.map { rows[$0] } ?? rows.first ?? [] }

    /// What a header is remembered by: 32 hexadecimal digits, the same for the same names in the
    /// same order; `nil` for a file without one.
    var fingerprint: String? {
        guard let header else { return nil }
        // FNV-1a with 128 bits: it tells headers of one member apart and keeps no secret.
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
        for name in rows[header] {
            for byte in CSVColumns.normalised(name).utf8.prefix(256) + [0] {
                hash = (hash ^ UInt128(byte)) &* prime
            }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// The columns; days and decimals are left open.
    func mapping() throws(BankFileRefusal) -> CSVMapping {
        guard Self.regularity(rows).width > 1 else {
            throw refusal("The file has one column only.")
        }
        let body = Array(rows.dropFirst(header.map { $0 + 1 } ?? 0))
        guard !body.isEmpty else { throw refusal("The file has a header and no rows.") }
        let names = header.map { rows[$0].map(CSVColumns.normalised) } ?? []
        let cells = CSVSample(rows: body)
        func named(_ known: [String], _ taken: Set<Int> = []) -> Int? {
            known.lazy.compactMap { names.firstIndex(of: $0) }.first { !taken.contains($0) }
        }
        guard let date = named(CSVColumnNames.date) ?? cells.only(.day) else {
            throw refusal("No column can be told to be the day.")
        }
        let amounts = try amounts(named, cells, date)
        var taken = Set([date, amounts.amount, amounts.debit, amounts.credit].compactMap(\.self))
        let balance = named(CSVColumnNames.balance, taken)
        if let balance { taken.insert(balance) }
        let text = named(CSVColumnNames.description, taken) ?? cells.longestText(without: taken)
        guard let text else { throw refusal("No column can be told to be the text.") }
        taken.insert(text)
        if let amount = amounts.amount { try checkDirection(cells, amount, taken) }
        let id = named(CSVColumnNames.id, taken).flatMap { cells.isUnique($0) ? $0 : nil }
        let payee = named(CSVColumnNames.payee, taken)
        return CSVMapping(
            date: column(date),
            amount: amounts.amount.map(column),
            debit: amounts.debit.map(column),
            credit: amounts.credit.map(column),
            description: column(text),
            payee: payee.map(column),
            category: named(CSVColumnNames.category, taken).map(column),
            balance: balance.map(column),
            id: id.map(column),
            delimiter: delimiterText
        )
    }

    private func amounts(
        _ named: ([String], Set<Int>) -> Int?,
        _ cells: CSVSample,
        _ date: Int
    ) throws(BankFileRefusal) -> (amount: Int?, debit: Int?, credit: Int?) {
        let debit = named(CSVColumnNames.debit, [])
        let credit = named(CSVColumnNames.credit, [])
        if let debit, let credit { return (nil, debit, credit) }
        if let amount = named(CSVColumnNames.amount, [date]) { return (amount, nil, nil) }
        let balance = named(CSVColumnNames.balance, [])
        guard let amount = cells.only(.amount, without: Set([date, balance].compactMap(\.self)))
        else { throw refusal("No column can be told to be the amount.") }
        return (amount, nil, nil)
    }

    /// Refuses amounts without signs whose direction is in a column of its own.
    private func checkDirection(
        _ cells: CSVSample,
        _ amount: Int,
        _ taken: Set<Int>
    ) throws(BankFileRefusal) {
        guard cells.hasNoSigns(amount), let column = cells.directions(without: taken) else {
            return
        }
        throw refusal(
            "Amounts have no signs, and column \(column + 1) says which ones went out; "
                + "such files need columns for debit and credit."
        )
    }

    /// A column by its name where that is one column's alone, else by its number.
    private func column(_ place: Int) -> CSVColumn {
        guard let header, place < rows[header].count else { return .number(place + 1) }
        let name = CSVColumns.normalised(rows[header][place])
        let isAlone = rows[header].count { CSVColumns.normalised($0) == name } == 1
        return isAlone && !name.isEmpty ? .name(rows[header][place]) : .number(place + 1)
    }

    private func refusal(_ reason: String) -> BankFileRefusal {
        .mapping(CSVMappingRefusal(reason: reason, columns: names))
    }

    // MARK: Rows

    private static func rows(
        _ text: [UInt8],
        _ isWhole: Bool,
        _ delimiter: UInt8
    ) -> [[String]] {
        var reader = CSVRows(delimiter: delimiter)
        var rows: [[String]] = []
        var index = 0
        func cells() -> [String] {
            (0..<reader.count).map { place in
                String(decoding: CSVCell.content(reader.cell(place)), as: UTF8.self)
            }
        }
        do throws(BankFileRefusal) {
            while rows.count < Limits.bankFileSampleRows, try reader.next(in: text, at: &index) {
                if !reader.isBlank { rows.append(cells()) }
            }
            if isWhole, index == text.count, try reader.finish() { rows.append(cells()) }
        } catch {
            // What is not separated by this character is judged by the rows before.
        }
        return rows
    }

    /// In how many rows the most frequent number of cells above one is, and that number.
    private static func regularity(_ rows: [[String]]) -> (score: Int, width: Int) {
        var counts: [Int: Int] = [:]
        for row in rows where row.count > 1 { counts[row.count, default: 0] += 1 }
        let best = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
        return (best?.value ?? 0, best?.key ?? 0)
    }

    private static func header(in rows: [[String]]) -> Int? {
        let place = rows.prefix(Limits.bankFilePreambleRows).firstIndex { row in
            let names = Set(row.map(CSVColumns.normalised))
            let hasDay = CSVColumnNames.date.contains(where: names.contains)
            let hasAmount =
                CSVColumnNames.amount.contains(where: names.contains)
                || CSVColumnNames.debit.contains(where: names.contains)
            return hasDay && hasAmount
        }
        if let place { return place }
        // A first row without a day and without a number is a header with other names.
        let isPlain = rows.first?.allSatisfy { !$0.utf8.contains(where: \.isDigit) } ?? false
        return isPlain ? 0 : nil
    }
}
