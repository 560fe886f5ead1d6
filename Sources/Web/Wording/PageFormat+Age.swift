public import Kernel

extension PageFormat {
    /// How long ago something was, such as `4 minutes ago`.
    ///
    /// `now`: What is later than now counts as now.
    public func age(of instant: Timestamp, at now: Timestamp) -> String {
        let minutes = max(0, now.milliseconds - instant.milliseconds) / 60_000
        switch minutes {
        case 0: return "just now"
        case 1..<60: return ago(minutes, "minute")
        case 60..<1_440: return ago(minutes / 60, "hour")
        default: return ago(minutes / 1_440, "day")
        }
    }

    private func ago(_ count: Int64, _ unit: String) -> String {
        "\(number(count)) \(unit)\(count == 1 ? "" : "s") ago"
    }
}
