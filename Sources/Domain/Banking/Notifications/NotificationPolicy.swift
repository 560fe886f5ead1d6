public import Kernel

/// When a notification goes out, if at all.
public enum DeliveryTime: Sendable, Hashable {
    /// At once.
    case now
    /// Not before an instant, at which the policy is asked again.
    case hold(until: Timestamp)
    /// Never.
    case drop(DropReason)

    /// Why one never goes out.
    public enum DropReason: String, Sendable, CaseIterable {
        /// The member wants none at all.
        case allDisabled = "all_disabled"
        /// The member wants none of this kind.
        case kindDisabled = "kind_disabled"
    }
}

/// Decides of a notification whether a member is told, and when.
///
/// Pure: no clock, no chance, nothing read. Whether something is worth a notification is decided
/// before, by ``BudgetMark``, ``SpendingSummary`` and ``PushPreferences``.
public enum NotificationPolicy {
    /// When a notification of a kind goes out to a member.
    ///
    /// - Parameters:
    ///   - kind: What it is about.
    ///   - preferences: The member's.
    ///   - now: The instant of the decision.
    ///   - zone: The household's clock, by which hours are quiet.
    /// - Returns: At once, later or never.
    public static func delivery(
        of kind: NotificationKind,
        by preferences: PushPreferences,
        now: Timestamp,
        in zone: Zone
    ) -> DeliveryTime {
        guard preferences.isPushEnabled else { return .drop(.allDisabled) }
        guard kind.isWanted(by: preferences) else { return .drop(.kindDisabled) }
        guard !kind.isUrgent, let end = preferences.quietHours?.end(at: now, in: zone) else {
            return .now
        }
        return .hold(until: end)
    }

    /// When a notification is not worth being told any more.
    ///
    /// Time in which quiet hours held it back does not count.
    public static func expiry(of kind: NotificationKind, deliveredAt: Timestamp) -> Timestamp {
        deliveredAt.adding(milliseconds: kind.lifeMilliseconds)
    }
}
