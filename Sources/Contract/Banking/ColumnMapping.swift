import Kernel

extension API.Banking {
    /// Which columns of a CSV file are what.
    public struct ColumnMapping: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The day.
        public let date: ColumnReference
        /// The amount with its sign.
        public let amount: ColumnReference?
        /// Amounts out of the account, in place of an amount.
        public let debit: ColumnReference?
        /// Amounts into the account, in place of an amount.
        public let credit: ColumnReference?
        /// The bank's text.
        public let description: ColumnReference
        /// Who was paid or who paid.
        public let payee: ColumnReference?
        /// The category.
        public let category: ColumnReference?
        /// The account's balance after the row.
        public let balance: ColumnReference?
        /// The bank's own id of the row.
        public let id: ColumnReference?
        /// How days are written, such as `DD/MM/YYYY`.
        public let dateFormat: String?
        /// The mark before decimals: `.` or `,`.
        public let decimal: String?
        /// What stands between cells: `,`, `;`, `|` or a tab.
        public let delimiter: String?
        /// Whether amounts more than zero are money out of the account.
        public let negate: Bool?

        /// Makes a mapping.
        public init(
            date: ColumnReference,
            amount: ColumnReference? = nil,
            debit: ColumnReference? = nil,
            credit: ColumnReference? = nil,
            description: ColumnReference,
            payee: ColumnReference? = nil,
            category: ColumnReference? = nil,
            balance: ColumnReference? = nil,
            id: ColumnReference? = nil,
            dateFormat: String? = nil,
            decimal: String? = nil,
            delimiter: String? = nil,
            negate: Bool? = nil
        ) {
            self.date = date
            self.amount = amount
            self.debit = debit
            self.credit = credit
            self.description = description
            self.payee = payee
            self.category = category
            self.balance = balance
            self.id = id
            self.dateFormat = dateFormat
            self.decimal = decimal
            self.delimiter = delimiter
            self.negate = negate
        }
    }

    /// A column by its name in the header, or by its number from 1.
    public enum ColumnReference: Hashable, Sendable, Codable {
        /// The column with that name.
        case name(String)
        /// The column at that place, from 1.
        case number(Int64)

        /// Reads a string or a number.
        public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

        /// Writes a string or a number.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .name(let name): try container.encode(name)
            case .number(let number): try container.encode(number)
            }
        }
    }
}

extension API.Banking.ColumnReference: WireLeaf {
    static var schema: Schema {
        var schema = String.schema
        schema.takesInteger = true
        return schema
    }

    static var sampleValue: Self { .number(1) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        if case .number = json { return Int64.read(json).map { .number($0) } }
        return String.read(json).flatMap { name in
            name.hasMoreScalars(than: Limits.identifierCharacters)
                ? .failure(WireFault(rule: "is too long")) : .success(.name(name))
        }
    }
}

extension API.Banking.ColumnReference: ExpressibleByStringLiteral {
    /// A column by its name.
    public init(stringLiteral name: String) {
        self = .name(name)
    }
}

extension API.Banking.ColumnMapping {
    /// Reads a mapping that is written as JSON, such as one in a query.
    ///
    /// - Throws: ``Problem`` `invalid` that names `mapping`.
    public init(json text: String) throws {
        do {
            self = try WireDecoder.decode(Self.self, from: JSONParser.parse(Array(text.utf8)))
        } catch let problem as Problem {
            throw Problem.invalid(
                problem.faults.map { Fault(field: "mapping", rule: "\($0.field) \($0.rule)") }
            )
        } catch {
            throw Problem.invalid([Fault(field: "mapping", rule: "must be an object of JSON")])
        }
    }

    /// The mapping as JSON.
    ///
    /// - Throws: `EncodingError`.
    public func json() throws -> String {
        String(decoding: try WireEncoder.bytes(self), as: UTF8.self)
    }
}
