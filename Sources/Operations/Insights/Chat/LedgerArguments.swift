import Catalogue
import Contract
import Insights
import Kernel

/// The arguments of a query on the ledger, read strictly.
enum LedgerArguments {
    /// What is wrong with arguments, told to the model, so that it can ask again.
    struct Fault: Error, Equatable {
        let reason: String
    }

    /// The names of all arguments.
    private static let keys = [
        "kind", "from", "to", "category", "merchant", "amount_min", "amount_max", "limit",
    ]

    /// The longest name of a category or merchant, in Unicode scalars.
    private static let nameCharacters = 100

    /// The JSON Schema of the arguments.
    static var schema: String {
        let kinds = LedgerQuestion.Kind.allCases.map { "\"\($0.rawValue)\"" }
        return """
            {"type":"object","properties":{\
            "kind":{"type":"string","enum":[\(kinds.joined(separator: ","))]},\
            "from":{"type":"string","description":"First day, YYYY-MM-DD"},\
            "to":{"type":"string","description":"Last day, YYYY-MM-DD; needs from"},\
            "category":{"type":"string","description":"Such as Groceries or coffee"},\
            "merchant":{"type":"string"},\
            "amount_min":{"type":"number","description":"Least amount, more than zero"},\
            "amount_max":{"type":"number"},\
            "limit":{"type":"integer","minimum":1,"maximum":\(Limits.answerLinesMost)}},\
            "required":["kind"],"additionalProperties":false}
            """
    }

    /// Reads the arguments as a model wrote them.
    static func read(
        _ arguments: String,
        today: CivilDay,
        _ currency: Currency,
        _ catalogue: Catalogue
    ) -> Result<LedgerQuestion, Fault> {
        do throws(Fault) {
            return .success(try question(arguments, today, currency, catalogue))
        } catch {
            return .failure(error)
        }
    }

    private static func question(
        _ arguments: String,
        _ today: CivilDay,
        _ currency: Currency,
        _ catalogue: Catalogue
    ) throws(Fault) -> LedgerQuestion {
        guard arguments.utf8.count <= Limits.queryArgumentBytes,
            let json = try? JSONParser.parse(arguments.utf8), case .object(let members) = json
        else { throw Fault(reason: "the arguments must be one JSON object") }
        guard members.allSatisfy({ keys.contains($0.key) }) else {
            throw Fault(reason: "the only arguments are \(keys.joined(separator: ", "))")
        }
        guard let name = try text("kind", of: json),
            let kind = LedgerQuestion.Kind(rawValue: name)
        else {
            let kinds = LedgerQuestion.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(reason: "kind must be one of \(kinds)")
        }
        var question = LedgerQuestion(kind, direction: direction(of: kind))
        question.period = try period(of: json, today)
        if let category = try text("category", of: json) {
            question.categories = [WantedCategory(named: category, catalogue)]
        }
        if let merchant = try text("merchant", of: json) {
            guard let wanted = WantedName(named: merchant, catalogue) else {
                throw Fault(reason: "merchant must have a word in it")
            }
            question.names = [wanted]
        }
        question.leastMinor = try amount("amount_min", of: json, currency)
        question.mostMinor = try amount("amount_max", of: json, currency)
        if let least = question.leastMinor, let most = question.mostMinor, most < least {
            throw Fault(reason: "amount_max must not be below amount_min")
        }
        question.number = try limit(of: json)
        return question
    }

    private static func direction(of kind: LedgerQuestion.Kind) -> LedgerQuestion.Direction {
        switch kind {
        case .income: .received
        case .net, .lookup: .all
        default: .spent
        }
    }

    private static func value(_ key: String, of json: JSON) -> JSON? {
        let value = json[key]
        return value == .null ? nil : value
    }

    private static func text(_ key: String, of json: JSON) throws(Fault) -> String? {
        guard let value = value(key, of: json) else { return nil }
        guard case .string(let text) = value, !text.isEmpty,
            !text.hasMoreScalars(than: nameCharacters)
        else { throw Fault(reason: "\(key) must be a text of 1 to \(nameCharacters) characters") }
        return text
    }

    private static func period(
        of json: JSON,
        _ today: CivilDay
    ) throws(Fault) -> ClosedRange<CivilDay>? {
        let first = try day("from", of: json)
        let last = try day("to", of: json)
        guard let first else {
            guard last == nil else { throw Fault(reason: "to needs from") }
            return nil
        }
        let end = last ?? today
        guard first <= end else { throw Fault(reason: "to must not be before from") }
        return first...end
    }

    private static func day(_ key: String, of json: JSON) throws(Fault) -> CivilDay? {
        guard let text = try text(key, of: json) else { return nil }
        guard let day = CivilDay(text) else {
            throw Fault(reason: "\(key) must be a day, YYYY-MM-DD")
        }
        return day
    }

    private static func amount(
        _ key: String,
        of json: JSON,
        _ currency: Currency
    ) throws(Fault) -> Int64? {
        guard let value = value(key, of: json) else { return nil }
        guard case .number(let text) = value,
            let minor = try? DecimalText.minorUnits(text, exponent: currency.exponent), minor >= 0
        else { throw Fault(reason: "\(key) must be an amount in \(currency.code), zero or more") }
        return minor
    }

    private static func limit(of json: JSON) throws(Fault) -> Int? {
        guard let value = value("limit", of: json) else { return nil }
        guard case .number(let text) = value, let limit = Int(text),
            (1...Limits.answerLinesMost).contains(limit)
        else { throw Fault(reason: "limit must be 1 to \(Limits.answerLinesMost)") }
        return limit
    }
}
