import Kernel

extension PolicyFacts: PolicyCoded {
    static let root = "facts"

    /// Reads facts as they were stored.
    ///
    /// - Throws: ``PolicyFault``.
    public init(_ value: PolicyValue, at path: String = "facts") throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        let code = try reader.text("currency")
        guard let currency = Currency(code: code), currency.code == code else {
            throw PolicyFault(reader.path("currency"), "is not a code of ISO 4217")
        }
        let minor = try reader.integer("amount_minor", in: 0...Limits.amountMinor)
        amount = Money(minor: minor, currency: currency)
        category = try reader.text("category")
        merchant = try reader.text("merchant")
        mcc = try reader.optionalInteger("mcc", in: 1...9_999)
        guard let clock = PolicyClock(try reader.text("clock")) else {
            throw PolicyFault(reader.path("clock"), "must be a reading such as fri 21:00")
        }
        self.clock = clock
        isFirstAtMerchant = try reader.optionalFlag("first_at_merchant")
        isFirstInCategory = try reader.optionalFlag("first_in_category")
        avoidable = try reader.optionalInteger("avoidable", in: 0...10_000)
        wallet = try reader.optionalInteger("wallet_minor", in: .min ... .max)
        (windows, windowValues) = ([], try reader.integers("windows"))
        (places, placeFindings) = try Self.places(&reader)
        (goals, goalLacks) = try Self.goals(&reader)
        try reader.finish()
    }

    /// The facts as JSON; what there is none of is left out.
    public var value: PolicyValue {
        .object(
            ("amount_minor", .whole(amount.minor)),
            ("avoidable", avoidable.map { .whole($0) }),
            ("category", .text(category)),
            ("clock", .text(clock.text)),
            ("currency", .text(amount.currency.code)),
            ("first_at_merchant", isFirstAtMerchant.map { .flag($0) }),
            ("first_in_category", isFirstInCategory.map { .flag($0) }),
            ("goals", Self.list(zip(goals, goalLacks).map(Self.value))),
            ("mcc", mcc.map { .whole($0) }),
            ("merchant", .text(merchant)),
            ("places", Self.list(zip(places, placeFindings).map(Self.value))),
            ("wallet_minor", wallet.map { .whole($0) }),
            ("windows", Self.list(windowValues.map { .whole($0) }))
        )
    }

    /// The facts as they are stored: canonical JSON.
    public var json: String { value.text }

    private static func list(_ values: [PolicyValue]) -> PolicyValue? {
        values.isEmpty ? nil : .list(values)
    }

    private static func value(
        _ place: PolicyPlace,
        _ finding: PolicyPlace.Finding
    ) -> PolicyValue {
        let (isInside, centimetres): (PolicyValue?, PolicyValue?) =
            switch finding {
            case .unknown: (nil, nil)
            case .outside: (.flag(false), nil)
            case .inside(let centimetres): (.flag(true), .whole(centimetres))
            }
        return .object(
            ("distance_cm", centimetres),
            ("inside", isInside),
            ("of", place.centre.value),
            ("within_m", .whole(place.withinMetres))
        )
    }

    private static func value(_ goal: ID<Entity.Goal>, _ lack: Int64?) -> PolicyValue {
        .object(("id", .text(goal.text)), ("lacks_minor", lack.map { .whole($0) }))
    }
}

/// The lists of facts, an object for each entry.
extension PolicyFacts {
    private static func places(
        _ reader: inout PolicyReader
    ) throws(PolicyFault) -> ([PolicyPlace], [PolicyPlace.Finding]) {
        var (places, findings): ([PolicyPlace], [PolicyPlace.Finding]) = ([], [])
        for var entry in try reader.objects("places") {
            let metres = try entry.integer("within_m", in: 1...Limits.policyPlaceMetres)
            let centre = try PolicyPlace.Centre(entry.required("of"), at: entry.path("of"))
            places.append(PolicyPlace(centre: centre, withinMetres: metres))
            switch try entry.optionalFlag("inside") {
            case nil: findings.append(.unknown)
            case false?: findings.append(.outside)
            case true?:
                let centimetres = try entry.integer("distance_cm", in: 0...metres * 100)
                findings.append(.inside(centimetres: centimetres))
            }
            try entry.finish()
        }
        return (places, findings)
    }

    private static func goals(
        _ reader: inout PolicyReader
    ) throws(PolicyFault) -> ([ID<Entity.Goal>], [Int64?]) {
        var (goals, lacks): ([ID<Entity.Goal>], [Int64?]) = ([], [])
        for var entry in try reader.objects("goals") {
            goals.append(try entry.id("id"))
            lacks.append(try entry.optionalInteger("lacks_minor", in: .min ... .max))
            try entry.finish()
        }
        return (goals, lacks)
    }
}

extension PolicyReader {
    fileprivate mutating func optionalFlag(_ key: String) throws(PolicyFault) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .flag(let flag) = value else { throw .wrongType(path(key)) }
        return flag
    }

    /// The whole numbers of a list; none where the list is not there.
    fileprivate mutating func integers(_ key: String) throws(PolicyFault) -> [Int64] {
        let path = path(key)
        guard let value = take(key) else { return [] }
        guard case .list(let values) = value else { throw .wrongType(path) }
        var numbers: [Int64] = []
        for (index, value) in values.enumerated() {
            numbers.append(
                try Self.integer(value, in: .min ... .max, at: "\(path)[\(index)]")
            )
        }
        return numbers
    }

    /// The objects of a list; none where the list is not there.
    fileprivate mutating func objects(_ key: String) throws(PolicyFault) -> [PolicyReader] {
        let path = path(key)
        guard let value = take(key) else { return [] }
        guard case .list(let values) = value else { throw .wrongType(path) }
        var readers: [PolicyReader] = []
        for (index, value) in values.enumerated() {
            readers.append(try PolicyReader(value, at: "\(path)[\(index)]"))
        }
        return readers
    }
}
