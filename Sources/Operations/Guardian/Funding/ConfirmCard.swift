public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension GuardianOperations {
    /// Keeps a card; the member's first one becomes the default.
    ///
    /// The same card again is the same funding source, as it is.
    ///
    /// - Throws: ``Problem`` `cardNotSaved`, `processorUnavailable`, `conflict`,
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func confirmCard(
        _ input: API.Guardian.ConfirmCardRequest,
        _ call: Call
    ) async throws -> API.Guardian.ConfirmedCard {
        let processor = cards.processor(ofCard: input.paymentMethodID)
        let provider = processor.provider.rawValue
        let (member, isKnown) = try await recalling(call) { session, membership in
            let known = try FundingSources.find(
                input.paymentMethodID,
                at: provider,
                of: membership.member,
                in: session
            )
            return (membership.member, known != nil)
        }
        var attached: AttachedCard?
        if !isKnown {
            let customer = try await customer(of: member, at: processor, call)
            attached = try await attach(input.paymentMethodID, to: customer, at: processor, call)
        }
        let isRefused = attached?.isRefused == true
        let customer = attached?.customer
        return try await writing(call) { session, membership in
            guard !isRefused else { throw Problem(.cardNotSaved) }
            let source = try Self.keep(
                input,
                at: provider,
                customer: customer,
                membership,
                call,
                in: session
            )
            return API.Guardian.ConfirmedCard(status: "ok", fundingSourceID: source.value)
        }
    }

    /// Lets a processor keep a card with a customer.
    ///
    /// - Throws: ``Problem`` `processorUnavailable`.
    private func attach(
        _ paymentMethod: String,
        to customer: String,
        at processor: any CardProcessor,
        _ call: Call
    ) async throws -> AttachedCard {
        do {
            let key = call.newID(Entity.FundingSource.self).text
            try await processor.attach(paymentMethod, to: customer, key: key)
            return AttachedCard(customer: customer, isRefused: false)
        } catch {
            guard case .refused = error else { throw Problem(.processorUnavailable) }
            return AttachedCard(customer: customer, isRefused: true)
        }
    }

    /// The member's funding source of a card, opened with its ledger account if it is new.
    private static func keep(
        _ input: API.Guardian.ConfirmCardRequest,
        at provider: String,
        customer: String?,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> Serial<Entity.FundingSource> {
        let known = try FundingSources.find(
            input.paymentMethodID,
            at: provider,
            of: membership.member,
            in: session
        )
        if let known { return known.number }
        let label = input.label ?? "Card"
        let account = AccountRecord(
            id: call.newID(),
            household: membership.household,
            member: membership.member,
            kind: .funding,
            name: label,
            currency: membership.currency,
            createdAt: call.now
        )
        let source = FundingSourceRecord(
            id: call.newID(),
            member: membership.member,
            account: account.id,
            provider: provider,
            externalID: input.paymentMethodID,
            customer: try customer.orCorrupt("a card is gone"),
            label: label,
            createdAt: call.now
        )
        // Comes first: it moves the end of the chain, where two writers meet, so that of two who
        // add the same card one is tried again and does not find its place taken.
        let body = [
            JSON.Member("member", .string(membership.member.text)),
            JSON.Member("provider", .string(provider)),
            JSON.Member("label", .string(label)),
        ]
        try recordEdit(.fundingSourceAdded, of: source.id.text, body, membership, call, in: session)
        try Accounts.insert(account, in: session)
        return try FundingSources.insert(source, in: session)
    }
}

/// What came of letting a processor keep a card.
private struct AttachedCard {
    let customer: String
    let isRefused: Bool
}
