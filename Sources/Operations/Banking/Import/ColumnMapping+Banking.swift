import Banking
import Contract
import Kernel

extension CSVMapping {
    /// The mapping as a caller says it.
    ///
    /// - Throws: ``Problem`` `invalid`.
    init(_ wire: API.Banking.ColumnMapping) throws {
        let decimal = try wire.decimal.map { mark in
            guard let known = DecimalMark(rawValue: mark) else {
                throw Problem.invalid([Fault(field: "mapping", rule: "decimal must be . or ,")])
            }
            return known
        }
        self.init(
            date: CSVColumn(wire.date),
            amount: wire.amount.map(CSVColumn.init),
            debit: wire.debit.map(CSVColumn.init),
            credit: wire.credit.map(CSVColumn.init),
            description: CSVColumn(wire.description),
            payee: wire.payee.map(CSVColumn.init),
            category: wire.category.map(CSVColumn.init),
            balance: wire.balance.map(CSVColumn.init),
            id: wire.id.map(CSVColumn.init),
            dateFormat: wire.dateFormat,
            decimal: decimal,
            delimiter: wire.delimiter,
            negate: wire.negate
        )
    }
}

extension API.Banking.ColumnMapping {
    /// The mapping as a caller is told it.
    init(_ mapping: CSVMapping) {
        self.init(
            date: .init(mapping.date),
            amount: mapping.amount.map { .init($0) },
            debit: mapping.debit.map { .init($0) },
            credit: mapping.credit.map { .init($0) },
            description: .init(mapping.description),
            payee: mapping.payee.map { .init($0) },
            category: mapping.category.map { .init($0) },
            balance: mapping.balance.map { .init($0) },
            id: mapping.id.map { .init($0) },
            dateFormat: mapping.dateFormat,
            decimal: mapping.decimal?.rawValue,
            delimiter: mapping.delimiter,
            negate: mapping.negate
        )
    }
}

extension CSVColumn {
    fileprivate init(_ wire: API.Banking.ColumnReference) {
        switch wire {
        case .name(let name): self = .name(name)
        case .number(let number): self = .number(Int(number))
        }
    }
}

extension API.Banking.ColumnReference {
    fileprivate init(_ column: CSVColumn) {
        switch column {
        case .name(let name): self = .name(name)
        case .number(let number): self = .number(Int64(number))
        }
    }
}
