import Contract

extension Optional {
    /// What a caller names, unless there is no such thing.
    ///
    /// - Throws: ``Problem`` `notFound`.
    func orNotFound() throws -> Wrapped {
        guard let self else { throw Problem(.notFound) }
        return self
    }
}
