import Contract
import Guardian
import Kernel
import Providers
import SQL
import Store

extension GuardianOperations {
    /// Takes what Stripe tells by itself: records it, then asks what became of the charge it names.
    ///
    /// What it says is not acted on, because events come late, twice and in any order. One that
    /// cannot be processed now is left for ``reconcileCharges(_:)``.
    ///
    /// - Throws: ``Problem`` `notFound` when Stripe is not configured, `invalid` when the signature
    ///   is not Stripe's; `DatabaseError` when the event could not be recorded.
    public func takeStripeEvent(signature: String?, body: [UInt8], _ call: Call) async throws {
        guard let webhook = cards.stripeWebhook else { throw Problem(.notFound) }
        let told: StripeEvent
        do {
            told = try webhook.event(body: body, signature: signature, now: call.now)
        } catch {
            throw Problem.invalid("This is no event that Stripe signed lately")
        }
        let event = ProcessorEvent(
            provider: CardProvider.stripe.rawValue,
            id: told.id,
            type: told.type,
            intent: told.paymentIntent,
            orderKey: told.orderKey,
            receivedAt: call.now
        )
        let lookAt = call.now.adding(milliseconds: Limits.chargeHeardMilliseconds)
        let isNew = try await database.write { session in
            try ProcessorEvents.insert(event, lookAt: lookAt, in: session)
        }
        guard isNew else { return }
        // It is recorded: whatever fails now is tried again, and Stripe need not tell it twice.
        _ = try? await process(event, call)
    }

    /// Settles the charge that an event names, by what its processor knows of it now.
    ///
    /// - Returns: Whether that is done; else it is to be tried again later.
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    @discardableResult
    func process(_ event: ProcessorEvent, _ call: Call) async throws -> Bool {
        let charge = try await database.read { session in
            try Self.charge(of: event, in: session)
        }
        guard let charge, !charge.state.isFinal else {
            try await setLook(at: nil, of: event)
            return true
        }
        let heard = await look(at: charge, intent: event.intent)
        guard heard.report != .unheard else {
            let age = call.now.milliseconds - event.receivedAt.milliseconds
            // The charge itself is asked about for as long as it is open.
            let isGivenUp = age >= Limits.chargeActionMilliseconds
            let pause = max(age / 8, Limits.chargeHeardMilliseconds)
            let next = call.now.adding(milliseconds: min(pause, Limits.chargeLookMilliseconds))
            try await setLook(at: isGivenUp ? nil : next, of: event)
            return false
        }
        try await database.write { session in
            _ = try settle(charge.id, heard, call, in: session)
            try ProcessorEvents.setLook(at: nil, of: event, in: session)
        }
        return true
    }

    private func setLook(at instant: Timestamp?, of event: ProcessorEvent) async throws {
        try await database.write { session in
            try ProcessorEvents.setLook(at: instant, of: event, in: session)
        }
    }

    private static func charge(
        of event: ProcessorEvent,
        in session: any Session
    ) throws -> ChargeRecord? {
        if let id = event.orderKey.flatMap({ ID<Entity.Charge>($0) }),
            let charge = try Charges.find(id, in: session),
            charge.source.provider == event.provider
        {
            return charge
        }
        guard let intent = event.intent else { return nil }
        return try Charges.find(intent: intent, of: event.provider, in: session)
    }
}
