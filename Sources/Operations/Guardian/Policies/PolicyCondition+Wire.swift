import Contract
import Guardian
import SQL

extension PolicyCondition {
    /// Reads the condition of a request.
    ///
    /// `field`: Its name in the request, with which the place of a fault begins.
    ///
    /// - Throws: ``Problem`` `invalid` with the place, such as `when.all[0].not`, and its rule.
    init(_ condition: API.Guardian.Condition, at field: String = "when") throws {
        do {
            try self.init(PolicyValue(condition.json), at: field)
        } catch {
            throw Problem.invalid([Fault(field: error.path, rule: error.rule)])
        }
    }

    /// Reads a condition as it is stored.
    ///
    /// - Throws: `DatabaseError` `corrupt`.
    static func stored(_ json: String) throws -> PolicyCondition {
        do {
            return try Self(PolicyValue(JSONParser.parse(json.utf8)), at: "when")
        } catch {
            throw DatabaseError(.corrupt, "a policy's condition cannot be read")
        }
    }

    /// The condition as it is answered.
    var wire: API.Guardian.Condition { API.Guardian.Condition(JSON(value)) }
}

extension PolicyValue {
    /// The same value of a request.
    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .flag(flag)
        case .number(let text):
            self = Int64(text).map { .whole($0) } ?? .number(Double(text) ?? .infinity)
        case .string(let text), .loose(let text): self = .text(text)
        case .array(let values): self = .list(values.map { PolicyValue($0) })
        case .object(let members):
            self = .object(members.map { Member($0.key, PolicyValue($0.value)) })
        }
    }
}

extension JSON {
    /// The same value in an answer or a document.
    init(_ value: PolicyValue) {
        switch value {
        case .null: self = .null
        case .flag(let flag): self = .bool(flag)
        case .whole(let number): self = .number(String(number))
        case .decimal(let number): self = .number(String(number))
        case .text(let text): self = .string(text)
        case .list(let values): self = .array(values.map { JSON($0) })
        case .object(let members):
            self = .object(members.map { Member($0.key, JSON($0.value)) })
        }
    }
}
