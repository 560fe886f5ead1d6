public import Contract

/// Which columns of a CSV file are what, and how it writes days and amounts, as a form has it.
public struct ImportColumns: Sendable, Equatable {
    /// The names in the file's header, or the cells of its first row; empty for a file without
    /// columns, whose days alone are unclear.
    public var names: [String]
    /// Whether the names are names, by which a column is found again.
    public var areNames: Bool
    /// What is chosen, by field: a column's number from 1, or how something is written.
    public var chosen: [String: String]

    /// The fields that hold a column.
    public static let columns = [
        "date", "description", "amount", "debit", "credit", "payee", "category", "balance", "id",
    ]

    /// The other fields.
    public static let others = ["date_format", "decimal", "delimiter", "negate"]

    /// Takes what a form says.
    public init(names: [String], areNames: Bool, chosen: [String: String]) {
        self.names = names
        self.areNames = areNames
        self.chosen = chosen
    }

    /// Takes what was found.
    ///
    /// `mapping`: The columns as they are read; `nil` where none could be told.
    public init(names: [String], found mapping: API.Banking.ColumnMapping?) {
        self.names = names
        areNames = Self.areNames(names)
        chosen = [:]
        guard let mapping else { return }
        let columns = [
            "date": mapping.date, "description": mapping.description, "amount": mapping.amount,
            "debit": mapping.debit, "credit": mapping.credit, "payee": mapping.payee,
            "category": mapping.category, "balance": mapping.balance, "id": mapping.id,
        ]
        for (field, column) in columns {
            switch column {
            case nil: break
            case .number(let number): chosen[field] = String(number)
            case .name(let name):
                areNames = true
                chosen[field] = Self.place(of: name, in: names).map { String($0 + 1) }
            }
        }
        chosen["date_format"] = mapping.dateFormat
        chosen["decimal"] = mapping.decimal
        chosen["delimiter"] = mapping.delimiter == "\t" ? "tab" : mapping.delimiter
        chosen["negate"] = mapping.negate == true ? "yes" : nil
    }

    /// Whether cells are names, as far as they show it: days and amounts have digits.
    public static func areNames(_ cells: [String]) -> Bool {
        !cells.contains { $0.utf8.contains { (0x30...0x39).contains($0) } }
    }

    private static func place(of name: String, in names: [String]) -> Int? {
        let plain = { (name: String) in
            name.prefix(nameCharacters).lowercased().filter { !$0.isWhitespace }
        }
        return names.firstIndex { plain($0) == plain(name) }
    }

    /// How much of a name the API tells.
    public static let nameCharacters = 100
}

// MARK: Fields

extension ImportColumns {
    /// The fields of a form that asks for it.
    func fields(problems: [String: String]) -> [TextField] {
        let days = choice(
            "date_format",
            "Days are written as",
            [
                ("", "the file shows"), ("YYYY-MM-DD", "year, month, day: 2025-01-31"),
                ("DD/MM/YYYY", "day, month, year: 31/01/2025"),
                ("MM/DD/YYYY", "month, day, year: 01/31/2025"),
            ],
            problems
        )
        guard !names.isEmpty else { return [days] }
        return [
            column("date", "Day", problems), column("description", "Text", problems),
            column("amount", "Amount, with its sign", problems),
            column("debit", "Money out", problems), column("credit", "Money in", problems),
            column("payee", "Payee", problems), column("category", "Category", problems),
            column("balance", "Balance after it", problems),
            column("id", "The bank's number of it", problems), days,
            choice(
                "decimal",
                "Amounts are written as",
                [("", "the file shows"), (".", "1,234.56"), (",", "1.234,56")],
                problems
            ),
            choice(
                "delimiter",
                "Between columns stands",
                [
                    ("", "what the file shows"), (",", "a comma"), (";", "a semicolon"),
                    ("tab", "a tab"), ("|", "a bar"),
                ],
                problems
            ),
        ]
    }

    private func column(
        _ name: String,
        _ label: String,
        _ problems: [String: String]
    ) -> TextField {
        let cells = names.enumerated().map { place, cell in
            (String(place + 1), cell.isEmpty ? "Column \(place + 1)" : "\(place + 1): \(cell)")
        }
        return choice(name, label, [("", "none")] + cells, problems)
    }

    private func choice(
        _ name: String,
        _ label: String,
        _ options: [(value: String, name: String)],
        _ problems: [String: String]
    ) -> TextField {
        let value = chosen[name] ?? ""
        // What an app has said in its own way stays as it is.
        let isKnown = options.contains { $0.value == value }
        let all = isKnown ? options : options + [(value, value)]
        return TextField(
            name,
            label,
            value,
            id: "column-\(name)",
            problem: problems[name],
            options: all
        )
    }
}
