import Contract
import Kernel
import Web

/// The columns that a form chose, as the API takes them.
struct ChosenColumns {
    /// The mapping; `nil` where something is wrong.
    let json: String?
    /// What is wrong, by field.
    let problems: [String: String]

    init(_ columns: ImportColumns) {
        var problems = Self.missing(columns)
        for field in ImportColumns.columns where !columns.names.isEmpty {
            let text = columns.chosen[field] ?? ""
            let isThere = Int(text).map { (1...columns.names.count).contains($0) } ?? false
            if !text.isEmpty, !isThere { problems[field] = "is no column of the file" }
        }
        self.problems = problems
        guard problems.isEmpty else {
            json = nil
            return
        }
        let named = try? Self.mapping(columns, byName: columns.areNames).json()
        // Names that are long together would be refused; numbers never are.
        let isShort = named.map { $0.unicodeScalars.count <= Limits.mappingCharacters } ?? false
        json = isShort ? named : try? Self.mapping(columns, byName: false).json()
    }

    private static func missing(_ columns: ImportColumns) -> [String: String] {
        let isChosen = { (field: String) in !(columns.chosen[field] ?? "").isEmpty }
        guard !columns.names.isEmpty else {
            return isChosen("date_format")
                ? [:] : ["date_format": "choose how the file writes days"]
        }
        var problems: [String: String] = [:]
        if !isChosen("date") { problems["date"] = "choose the column with the day" }
        if !isChosen("description") { problems["description"] = "choose the column with the text" }
        let hasBoth = isChosen("debit") && isChosen("credit")
        let hasEither = isChosen("debit") || isChosen("credit")
        if isChosen("amount"), hasEither {
            problems["amount"] = "choose this one alone, or money out and money in"
        } else if !isChosen("amount"), !hasBoth {
            problems["amount"] = "choose it, or both money out and money in"
        }
        return problems
    }

    private static func mapping(
        _ columns: ImportColumns,
        byName: Bool
    ) -> API.Banking.ColumnMapping {
        let text = { (field: String) -> String? in
            guard let text = columns.chosen[field], !text.isEmpty else { return nil }
            return text
        }
        let column = { (field: String) -> API.Banking.ColumnReference? in
            guard let number = text(field).flatMap({ Int($0) }) else { return nil }
            guard byName, let name = columns.name(number) else { return .number(Int64(number)) }
            return .name(name)
        }
        // A file without columns is read without these, and the API wants them said.
        let isTable = !columns.names.isEmpty
        return API.Banking.ColumnMapping(
            date: column("date") ?? .number(1),
            amount: isTable ? column("amount") : .number(1),
            debit: column("debit"),
            credit: column("credit"),
            description: column("description") ?? .number(1),
            payee: column("payee"),
            category: column("category"),
            balance: column("balance"),
            id: column("id"),
            dateFormat: text("date_format"),
            decimal: text("decimal"),
            delimiter: text("delimiter"),
            negate: text("negate") == nil ? nil : true
        )
    }
}

extension ImportColumns {
    /// The name of a column, where it finds that one column alone.
    fileprivate func name(_ number: Int) -> String? {
        // Coarser than the API compares names, so that what is one name there is one here too.
        let plain = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let name = names[number - 1]
        // The API tells no more than the beginning of a long one.
        guard name.count < Self.nameCharacters, !plain(name).isEmpty,
            names.count(where: { plain($0) == plain(name) }) == 1
        else { return nil }
        return name
    }
}
