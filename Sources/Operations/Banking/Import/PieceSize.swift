import Kernel

/// How many rows are booked in one transaction, so that nobody waits long for the writer.
struct PieceSize: Sendable {
    /// Rows of the next piece.
    private(set) var rows = Limits.importRowsFirst

    /// Learns from how long a piece took.
    ///
    /// A fifth of the time is left for rows that take longer than those before.
    mutating func note(_ elapsed: Duration) {
        let aim = Duration.milliseconds(Limits.importPieceMilliseconds) * 0.8
        let wanted = Double(rows) * (aim / max(elapsed, .microseconds(1)))
        let most = min(rows * 2, Limits.importRows)
        rows = max(Self.least, Int(min(wanted, Double(most))))
    }

    private static let least = 25
}
