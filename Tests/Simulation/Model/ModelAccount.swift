import Kernel
import Ledger
import Store

/// What an account must hold.
struct ModelAccount: Equatable, Sendable {
    let kind: String
    let member: ID<Entity.Member>?
    var postedOut: Int64 = 0
    var postedIn: Int64 = 0
    var pendingOut: Int64 = 0
    var pendingIn: Int64 = 0

    var balance: Int64 { postedIn - postedOut }
    var available: Int64 { balance - pendingOut }

    /// Whether the stored totals are these.
    func agrees(with record: AccountRecord) -> Bool {
        let totals = record.totals
        return record.kind.rawValue == kind && record.member == member
            && totals.postedDebitMinor == postedOut && totals.postedCreditMinor == postedIn
            && totals.pendingDebitMinor == pendingOut && totals.pendingCreditMinor == pendingIn
    }

    /// Takes a transfer's effect on one side over.
    ///
    /// `reserved`: The amount of the pending transfer that this one settles.
    mutating func apply(_ transfer: PlannedTransfer, reserved: Int64, isDebit: Bool) {
        var posted: Int64 = 0
        var pending: Int64 = 0
        switch transfer.phase {
        case "posted": posted = transfer.amountMinor
        case "pending": pending = transfer.amountMinor
        case "post": (posted, pending) = (transfer.amountMinor, -reserved)
        default: pending = -reserved
        }
        if isDebit {
            postedOut += posted
            pendingOut += pending
        } else {
            postedIn += posted
            pendingIn += pending
        }
    }
}
