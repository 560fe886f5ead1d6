import Banking
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// How a bank's record takes the place of the charge that it is.
///
/// The charge's transfer is taken back, so that it leaves lists and spending, and the record counts
/// alone. When the record goes, the charge comes back.
extension LedgerWriter {
    /// Absorbs the charges that records of an account are, or lets go of those they are no more.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    mutating func absorb(
        _ records: [BankRecord],
        of account: AccountRecord,
        _ call: Call
    ) throws {
        guard !records.isEmpty, let member = account.member,
            try AbsorbedCharges.mayBeAny(of: member, in: session)
        else { return }
        for record in records { try absorb(record, of: account, call) }
    }

    /// Absorbs the charge that a record is, or lets go of one that it is no more.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    mutating func absorb(_ record: BankRecord, of account: AccountRecord, _ call: Call) throws {
        if let absorbed = try AbsorbedCharges.charge(of: record.id, in: session) {
            let charge = try Charges.find(absorbed, in: session).orCorrupt("a charge is gone")
            if isCharge(charge, record, account) { return }
            try restore(charge, call)
        }
        guard record.countsAsPurchase, let member = account.member else { return }
        let first = record.day.adding(days: -Limits.chargeAbsorbDays)
        let candidates = try AbsorbedCharges.candidates(
            of: member,
            Money(minor: -record.amountMinor, currency: account.currency),
            from: zone.start(of: first),
            to: zone.start(of: record.day.adding(days: 1)),
            in: session
        )
        for id in candidates {
            let charge = try Charges.find(id, in: session).orCorrupt("a charge is gone")
            guard isCharge(charge, record, account) else { continue }
            if try absorb(charge, by: record, call) { return }
        }
    }

    /// Lets a record that came before take the place of a charge that was just settled.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    mutating func absorb(_ charge: ChargeRecord, _ call: Call) throws {
        let day = zone.day(of: charge.recordedAt)
        let records = try AbsorbedCharges.records(
            of: charge.member,
            minor: -charge.amount.minor,
            on: day...day.adding(days: Limits.chargeAbsorbDays),
            in: session
        )
        for (id, account) in records {
            // The demo household bought nothing.
            guard try BankAccounts.find(account, in: session)?.isDemo != true else { continue }
            guard let account = try Accounts.find(account, of: household.id, in: session),
                let record = try BankRecords.find(id, in: session),
                isCharge(charge, record, account)
            else { continue }
            if try absorb(charge, by: record, call) { return }
        }
    }

    /// Whether a record is a charge: what was bought, where, for how much, at about that time.
    private func isCharge(
        _ charge: ChargeRecord,
        _ record: BankRecord,
        _ account: AccountRecord
    ) -> Bool {
        let day = zone.day(of: charge.recordedAt)
        let merchant = charge.merchant.map {
            catalogue.comparedPayee(StatementMatching.normalised($0))
        }
        return record.countsAsPurchase && charge.member == account.member
            && charge.amount == Money(minor: -record.amountMinor, currency: account.currency)
            && merchant == catalogue.comparedPayee(record.payee)
            && (day...day.adding(days: Limits.chargeAbsorbDays)).contains(record.day)
    }

    /// - Returns: Whether it was done; a charge of a wallet is no bank's.
    private mutating func absorb(
        _ charge: ChargeRecord,
        by record: BankRecord,
        _ call: Call
    ) throws -> Bool {
        let source = try Accounts.find(charge.source.account, of: household.id, in: session)
            .orCorrupt("a charge has no account")
        guard source.kind == .funding else { return false }
        let counted = try transfer(of: charge)
        let began = try Transfers.find(record.transfer, of: household.id, in: session)
            .orCorrupt("a record at a bank has no transfer")
        _ = try self.record(counted.reversed, call)
        try AbsorbedCharges.insert(charge.id, by: record.id, in: session)
        let edit = try Annotations.find(counted.annotated, in: session)
        if let edit, try Annotations.find(began.annotated, in: session) == nil {
            try annotate(began, as: edit, by: charge.member, call)
            let subject = began.annotated
            try self.record(.annotation(edit, of: subject, in: household.id, by: nil, call))
        }
        return true
    }

    /// Brings a charge back whose record is no more what it was.
    private mutating func restore(_ charge: ChargeRecord, _ call: Call) throws {
        let former = try transfer(of: charge)
        var details = former.details
        // The processor's record was posted, and a record is posted once.
        details.providerRecord = nil
        var restored = charge
        restored.transfer = try record(
            NewTransfer(
                debitAccount: former.debitAccount,
                creditAccount: former.creditAccount,
                amount: former.amount,
                kind: former.kind,
                replaces: former.annotated,
                member: former.member,
                details: details,
                occurredAt: former.occurredAt
            ),
            call
        )
        try Charges.save(restored, in: session)
        try AbsorbedCharges.remove(charge.id, in: session)
    }

    private func transfer(of charge: ChargeRecord) throws -> Transfer {
        let id = try charge.transfer.orCorrupt("a charge that succeeded has no transfer")
        return try Transfers.find(id, of: household.id, in: session)
            .orCorrupt("a charge has no transfer")
    }
}

extension BankRecord {
    /// It, when lists show it no more.
    var withdrawn: BankRecord {
        var record = self
        record.isShown = false
        return record
    }

    /// Whether it is a purchase that counts.
    fileprivate var countsAsPurchase: Bool { isShown && !isPending && amountMinor < 0 }
}

extension Transfer {
    /// What takes it back.
    fileprivate var reversed: NewTransfer {
        var details = details
        details.providerRecord = nil
        return NewTransfer(
            debitAccount: creditAccount,
            creditAccount: debitAccount,
            amount: amount,
            kind: kind,
            reverses: id,
            member: member,
            details: details,
            occurredAt: occurredAt
        )
    }
}
