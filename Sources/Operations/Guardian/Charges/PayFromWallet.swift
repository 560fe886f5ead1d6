import Contract
import Guardian
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Takes the money of a charge from the wallet that is to pay it, and so settles the charge.
    ///
    /// Nobody else moves this money: recording it is all there is to do.
    ///
    /// - Throws: ``Problem`` `walletDeclined`; nothing of the charge may be kept then.
    func payFromWallet(
        _ charge: ChargeRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Guardian.ChargeResponse {
        let amount = charge.amount
        let account = charge.source.account
        let wallet = try Accounts.find(account, of: charge.household, in: session)
            .orCorrupt("a wallet is gone")
        guard wallet.totals.availableMinor >= amount.minor else {
            let left = Money(minor: wallet.totals.availableMinor, currency: wallet.currency)
            throw Problem.walletDeclined(amount, left: left)
        }
        var ledger = try LedgerWriter(membership.head, catalogue, in: session)
        let transfer = NewTransfer(
            debitAccount: wallet.id,
            creditAccount: try ledger.world().id,
            amount: amount,
            kind: .charge,
            member: charge.member,
            details: Transfer.Details(merchant: charge.merchant, category: charge.category),
            author: membership.member,
            occurredAt: charge.recordedAt
        )
        let id = try ledger.record(transfer, call)
        var paid = charge
        paid.state = .succeeded
        paid.intent = "wallet_\(id.text)"
        paid.processorStatus = "succeeded"
        paid.transfer = id
        paid.lookAt = nil
        try Charges.save(paid, in: session)
        return try paid.answer(nil)
    }
}
