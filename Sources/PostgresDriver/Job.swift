import Dispatch
import SQL

/// A call that waits for a connection.
protocol Job: Sendable {
    /// Until when it is worth doing; `nil` for one that may take its time.
    func deadline(afterMilliseconds: Int) -> DispatchTime?
    /// Runs it and resumes the caller.
    ///
    /// - Returns: `false` when it was in others' way so often that it has to go to the slow lane.
    func run(on line: Line, _ lane: Lane) -> Bool
    /// Tells the caller that it was not done.
    func refuse(_ error: DatabaseError)
}
