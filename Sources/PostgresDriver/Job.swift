import SQL

/// A call that waits for a connection.
protocol Job: Sendable {
    /// Does it, and tells the caller.
    ///
    /// - Returns: `false` when it was in others' way so often that it has to go to the slow lane.
    func run(on line: Line, _ lane: Lane) -> Bool
    /// Tells the caller that it was not done.
    func refuse(_ error: DatabaseError)
}
