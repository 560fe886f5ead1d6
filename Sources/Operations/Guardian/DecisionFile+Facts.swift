import Contract
import Guardian
import Kernel

/// The facts of a decision in its document.
extension PurchaseFacts {
    /// Reads the facts; what could not have been decided on is refused.
    init(_ reader: inout DecisionFileReader) throws(DecisionFileFault) {
        let amounts = 0...Limits.amountMinor
        let code = try reader.text("currency")
        // Currencies are known in any case of letters, but stored in one.
        guard let currency = Currency(code: code), currency.code == code else {
            throw reader.fault("currency", "is not a code of ISO 4217")
        }
        let amount = try reader.integer("amount_minor", in: amounts)
        let hasLimit = reader.has("limit_minor")
        let limit = hasLimit ? try reader.integer("limit_minor", in: amounts) : nil
        let spent = reader.has("spent_minor") ? try reader.integer("spent_minor") : nil
        guard limit == nil || spent != nil else {
            throw reader.fault("spent_minor", "is required beside a limit")
        }
        let price = Money(minor: amount, currency: currency)
        self.init(
            amount: price,
            category: try reader.text("category"),
            override: reader.has("override_id") ? try reader.id("override_id") : nil,
            limit: limit.map { Money(minor: $0, currency: currency) },
            spentThisMonth: spent.map { Money(minor: $0, currency: currency) },
            location: reader.has("location")
                ? try LocationFacts(reader.object("location")) : nil,
            wallet: reader.has("wallet_minor")
                ? Money(
                    minor: try reader.integer("wallet_minor", in: 0...Int64.max),
                    currency: currency
                ) : nil,
            policies: reader.has("policies") ? try reader.policies(asTo: price) : nil
        )
    }

    /// The facts as the document has them; what there is none of is left out.
    var document: JSON {
        let members: [JSON.Member?] = [
            .init("amount_minor", .number(String(amount.minor))),
            .init("currency", .string(amount.currency.code)),
            .init("category", .string(category)),
            override.map { .init("override_id", .string($0.text)) },
            limit.map { .init("limit_minor", .number(String($0.minor))) },
            spentThisMonth.map { .init("spent_minor", .number(String($0.minor))) },
            location.map { .init("location", $0.document) },
            wallet.map { .init("wallet_minor", .number(String($0.minor))) },
            policies.map { .init("policies", JSON($0.value)) },
        ]
        return .object(members.compactMap(\.self))
    }
}

extension DecisionFileReader {
    /// The policies that were asked about a purchase of this price, with what was read for them.
    fileprivate mutating func policies(
        asTo price: Money
    ) throws(DecisionFileFault) -> PolicyCase {
        let value = PolicyValue(try value("policies"))
        let policies: PolicyCase
        do {
            policies = try PolicyCase(value, at: name("policies"))
        } catch {
            throw DecisionFileFault(error.path, error.rule)
        }
        guard policies.facts.amount == price else {
            throw fault("policies", "must be about the same price")
        }
        return policies
    }
}

extension LocationFacts {
    fileprivate init(_ reader: DecisionFileReader) throws(DecisionFileFault) {
        var reader = reader
        self.init(
            isPositionKnown: try reader.flag("is_position_known"),
            blocking: try FenceFacts(reader.object("blocking")),
            warning: try FenceFacts(reader.object("warning"))
        )
        try reader.requireEnd()
    }

    fileprivate var document: JSON {
        .object([
            .init("is_position_known", .bool(isPositionKnown)),
            .init("blocking", blocking.document),
            .init("warning", warning.document),
        ])
    }
}

extension FenceFacts {
    fileprivate init(_ reader: DecisionFileReader) throws(DecisionFileFault) {
        var reader = reader
        let count = try reader.integer("count", in: 0...Int64(Int32.max))
        let applying = try reader.integer("applying", in: 0...count)
        let hit = reader.has("hit") ? try FenceHit(reader.object("hit")) : nil
        guard hit == nil || applying > 0 else {
            throw reader.fault("hit", "must be one of the fences that apply")
        }
        try reader.requireEnd()
        self.init(count: Int(count), applying: Int(applying), hit: hit)
    }

    fileprivate var document: JSON {
        let members: [JSON.Member?] = [
            .init("count", .number(String(count))),
            .init("applying", .number(String(applying))),
            hit.map { .init("hit", $0.document) },
        ]
        return .object(members.compactMap(\.self))
    }
}

extension FenceHit {
    fileprivate init(_ reader: DecisionFileReader) throws(DecisionFileFault) {
        var reader = reader
        self.init(
            number: try reader.integer("number"),
            name: try reader.text("name"),
            distanceCentimetres: try reader.integer("distance_cm", in: 0...Int64.max),
            radiusMetres: try reader.integer("radius_m", in: 0...Int64.max)
        )
        try reader.requireEnd()
    }

    fileprivate var document: JSON {
        .object([
            .init("number", .number(String(number))),
            .init("name", .string(name)),
            .init("distance_cm", .number(String(distanceCentimetres))),
            .init("radius_m", .number(String(radiusMetres))),
        ])
    }
}
