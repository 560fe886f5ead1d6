public import Kernel
public import SQL

extension BankRecords {
    private static let newest = Statement(
        """
        SELECT r.day FROM bank_records r
        WHERE r.account_id = $1 ORDER BY r.day DESC, r.number DESC LIMIT 1
        """
    )

    /// The day of the newest record of an account, withdrawn ones too.
    public static func newestDay(
        of account: ID<Entity.Account>,
        in session: any Session
    ) throws -> CivilDay? {
        try session.first(newest, [.id(account)]) { $0.day(0) }
    }
}
