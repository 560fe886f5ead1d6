/// How far a child's savings reach.
public enum GoalProgress {
    /// Fills goals with savings, in order, each up to its target.
    ///
    /// - Parameters:
    ///   - savingsMinor: What was saved, in minor units; below zero it counts as nothing.
    ///   - targets: What each goal needs, in minor units, the first to be filled first.
    /// - Returns: What each goal has. Savings beyond all targets belong to none.
    public static func spread(_ savingsMinor: Int64, over targets: [Int64]) -> [Int64] {
        var left = max(0, savingsMinor)
        return targets.map { target in
            let part = min(left, max(0, target))
            left -= part
            return part
        }
    }
}
