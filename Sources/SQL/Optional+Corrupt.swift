extension Optional {
    /// What cannot be missing, unless what is stored is not what we stored.
    ///
    /// - Throws: ``DatabaseError`` `corrupt`, for this reason.
    @inlinable
    public func orCorrupt(_ reason: String) throws(DatabaseError) -> Wrapped {
        guard let self else { throw DatabaseError(.corrupt, reason) }
        return self
    }
}
