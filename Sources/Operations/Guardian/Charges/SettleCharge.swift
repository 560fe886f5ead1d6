import Contract
import Guardian
import Kernel
import Ledger
import Providers
import SQL
import Store

/// What a processor said of a charge.
struct ProcessorReport: Sendable {
    /// What that means.
    let report: ChargeReport
    /// The payment intent, if there is one.
    let intent: PaymentIntent?

    static let nothing = Self(report: .unheard, intent: nil)
}

extension ProcessorReport {
    /// Takes what a processor has of an order.
    init(_ intent: PaymentIntent?) {
        self.init(report: intent?.outcome.report ?? .absent, intent: intent)
    }
}

extension GuardianOperations {
    /// Asks the processor to take the money, or what it knows of the intent it has.
    func ask(for charge: ChargeRecord) async -> ProcessorReport {
        guard let processor = cards.processor(named: charge.source.provider) else {
            return .nothing
        }
        if charge.state.hasIntent { return await look(at: charge) }
        do throws(CardProcessorError) {
            guard cards.takesOrders(processor) else {
                throw CardProcessorError.refused(code: "simulated")
            }
            return ProcessorReport(try await processor.charge(charge.order))
        } catch {
            guard case .refused = error else { return .nothing }
            // An earlier try may have taken the money: who refuses the order says so of this one.
            let heard = await look(at: charge)
            return heard.report == .absent ? ProcessorReport(report: .refused, intent: nil) : heard
        }
    }

    /// Asks the processor what came of a charge; nothing is charged.
    func look(at charge: ChargeRecord, intent: String? = nil) async -> ProcessorReport {
        guard let processor = cards.processor(named: charge.source.provider) else {
            return .nothing
        }
        do {
            if let known = charge.intent ?? intent {
                return ProcessorReport(try await processor.intent(known))
            }
            return ProcessorReport(try await processor.intent(of: charge.order))
        } catch {
            return .nothing
        }
    }

    /// Records what was heard of a charge, and what follows from it in the ledger.
    ///
    /// Hearing the same again changes nothing, whoever hears it.
    ///
    /// - Returns: The charge as it is then.
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    func settle(
        _ id: ID<Entity.Charge>,
        _ heard: ProcessorReport,
        _ call: Call,
        in session: any Session
    ) throws -> ChargeRecord {
        var charge = try Charges.find(id, in: session).orCorrupt("a charge is gone")
        guard !charge.state.isFinal else { return charge }
        if let intent = heard.intent {
            guard charge.intent == nil || charge.intent == intent.id,
                intent.orderKey == nil || intent.orderKey == charge.id.text
            else { throw DatabaseError(.corrupt, "a charge has another one's payment intent") }
            charge.intent = intent.id
            charge.processorStatus = intent.status
        }
        let before = charge.state
        let waited = call.now.milliseconds - charge.askedAt.milliseconds
        charge.state = before.after(heard.report, waitedMilliseconds: waited)
        if let entry = before.entry(to: charge.state) {
            try record(entry, of: &charge, call, in: session)
        }
        charge.lookAt = charge.state.nextLook(recordedAt: charge.recordedAt, now: call.now)
        try Charges.save(charge, in: session)
        return charge
    }

    private func record(
        _ entry: ChargeEntry,
        of charge: inout ChargeRecord,
        _ call: Call,
        in session: any Session
    ) throws {
        let head = try Households.head(of: charge.household, in: session)
            .orCorrupt("a household has no chain")
        var ledger = try LedgerWriter(head, catalogue, in: session)
        let transfer = NewTransfer(
            debitAccount: charge.source.account,
            creditAccount: try ledger.world().id,
            amount: charge.amount,
            kind: .charge,
            phase: entry.phase,
            pending: charge.pending,
            member: charge.member,
            details: charge.details(posting: entry == .post || entry == .postReserved),
            occurredAt: charge.recordedAt
        )
        let id = try ledger.record(transfer, call)
        charge.pending = entry == .reserve ? id : nil
        guard entry == .post || entry == .postReserved else { return }
        charge.transfer = id
        try ledger.absorb(charge, call)
    }
}

extension ChargeRecord {
    /// What the processor is asked for.
    var order: ChargeOrder {
        ChargeOrder(
            key: id.text,
            amount: amount,
            paymentMethod: source.externalID,
            customer: source.customer,
            orderedAt: recordedAt
        )
    }

    /// What the ledger keeps of the purchase.
    ///
    /// The payment intent is the processor's record of what is final; so it is posted once.
    fileprivate func details(posting isFinal: Bool) -> Transfer.Details {
        Transfer.Details(
            merchant: merchant,
            category: category,
            provider: source.provider,
            providerRecord: isFinal ? intent : nil
        )
    }
}

extension ChargeEntry {
    /// The ledger's word.
    fileprivate var phase: Transfer.Phase {
        switch self {
        case .post: .posted
        case .reserve: .pending
        case .postReserved: .post
        case .release: .void
        }
    }
}

extension PaymentIntent.Outcome {
    /// The domain's word.
    fileprivate var report: ChargeReport {
        switch self {
        case .succeeded: .succeeded
        case .processing: .processing
        case .requiresAction: .requiresAction
        case .failed: .failed
        }
    }
}
