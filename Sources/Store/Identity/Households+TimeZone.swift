public import Kernel
public import SQL

extension Households {
    private static let zoneUpdate = Statement("UPDATE households SET time_zone = $2 WHERE id = $1")
    private static let daysRemoval = [
        Statement("DELETE FROM spend_by_day WHERE member_id = $1"),
        Statement("DELETE FROM spend_by_month WHERE member_id = $1"),
        Statement("DELETE FROM spend_by_merchant WHERE member_id = $1"),
        Statement("DELETE FROM decision_days WHERE member_id = $1"),
    ]

    /// Gives a household another time zone, and forgets every sum that the former one had a part
    /// in; that of wallets excepted, which ``WalletMovements/replaceMonths(of:with:in:)`` replaces.
    public static func setTimeZone(
        _ zone: Zone,
        of id: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(zoneUpdate, [.id(id), .text(zone.identifier)])
        for member in try Members.list(of: id, in: session) {
            for removal in daysRemoval { try session.run(removal, [.id(member.id)]) }
        }
        try DecisionTallies.remove(of: id, in: session)
    }
}
