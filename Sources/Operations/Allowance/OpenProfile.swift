import Allowance
import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Gives a child its profile, its wallet and its schedule.
    static func openProfile(
        of member: MemberRecord,
        weeklyAllowance: DecimalAmount,
        _ currency: Currency,
        _ zone: Zone,
        _ call: Call,
        in session: any Session
    ) throws -> ChildRecord {
        let wallet = AccountRecord(
            id: call.newID(),
            household: member.household,
            member: member.id,
            kind: .wallet,
            name: "Wallet",
            currency: currency,
            createdAt: call.now
        )
        let child = ChildRecord(
            id: call.newID(),
            member: member.id,
            wallet: wallet.id,
            weeklyAllowanceMinor: weeklyAllowance.minor,
            createdAt: call.now
        )
        let schedule = Schedule(amountMinor: weeklyAllowance.minor, from: zone.day(of: call.now))
        try Accounts.insert(wallet, in: session)
        try Children.insert(child, in: session)
        try Allowances.insert(schedule, of: child.id, in: member.household, session: session)
        return child
    }
}
