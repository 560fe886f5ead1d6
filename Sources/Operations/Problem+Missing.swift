import Contract

extension Problem {
    /// Refuses an input that lacks what no rule of its type can ask for, and names all of it.
    ///
    /// - Throws: ``Problem`` `invalid`.
    static func require(_ fields: [(name: String, isThere: Bool)]) throws {
        let missing = fields.filter { !$0.isThere }
        guard !missing.isEmpty else { return }
        throw Problem.invalid(missing.map { Fault(field: $0.name, rule: "is required") })
    }
}
