import Foundation
import Kernel
import Providers
import Synchronization

extension StripeWire {
    /// Does what is asked for.
    func work(_ asked: Received) async throws -> WireAnswer {
        let parts = asked.call.split(whereSeparator: { " /".contains($0) }).map(String.init)
        let id = parts.count > 3 ? parts[3].removingPercentEncoding ?? "" : ""
        let pattern = parts.enumerated().map { $0 == 3 ? "*" : $1 }.joined(separator: "/")
        switch pattern {
        case "POST/v1/customers": return try makeCustomer()
        case "POST/v1/setup_intents": return try makeSetup(asked)
        case "POST/v1/payment_methods/*/attach": return try attach(id, asked)
        case "GET/v1/payment_methods/*": return try paymentMethod(id)
        case "POST/v1/payment_intents": return try await charge(asked)
        case "GET/v1/payment_intents/*": return try await paymentIntent(id)
        case "GET/v1/payment_intents": return try await list(asked)
        default: return .error(404, "invalid_request_error")
        }
    }

    private static let missing = WireAnswer.error(
        404,
        "invalid_request_error",
        code: "resource_missing"
    )

    private func makeCustomer() throws -> WireAnswer {
        let id = state.withLock { state in
            let id = "cus_wire\(state.customers.count + 1)"
            state.customers.append(id)
            return id
        }
        return try WireAnswer(200, ["id": id, "object": "customer"])
    }

    private func makeSetup(_ asked: Received) throws -> WireAnswer {
        let secret = state.withLock { state -> String? in
            guard let customer = asked.fields["customer"], state.customers.contains(customer)
            else { return nil }
            let secret = "seti_wire\(state.setups.count + 1)_secret_wire"
            state.setups.append(secret)
            return secret
        }
        guard let secret else { return Self.missing }
        return try WireAnswer(200, ["client_secret": secret, "object": "setup_intent"])
    }

    /// Refuses what is attached already, wherever: the hardest that may be answered.
    private func attach(_ id: String, _ asked: Received) throws -> WireAnswer {
        guard id.hasPrefix("pm_"), let customer = asked.fields["customer"] else {
            return Self.missing
        }
        let isFree = state.withLock { state in
            guard state.holders[id] == nil else { return false }
            state.holders[id] = customer
            return true
        }
        guard isFree else { return .error(400, "invalid_request_error") }
        return try WireAnswer(200, PaymentMethodJSON(id: id, customer: customer))
    }

    private func paymentMethod(_ id: String) throws -> WireAnswer {
        guard id.hasPrefix("pm_") else { return Self.missing }
        return try WireAnswer(200, PaymentMethodJSON(id: id, customer: holder(of: id)))
    }

    private func charge(_ asked: Received) async throws -> WireAnswer {
        guard let order = order(asked) else {
            return .error(400, "invalid_request_error", code: "parameter_missing")
        }
        let intent: PaymentIntent
        do {
            intent = try await processor.charge(order)
        } catch .refused(let code) {
            return .error(400, "invalid_request_error", code: code)
        } catch .unavailable {
            try await keep(asked, of: order)
            return .error(500, "api_error")
        }
        try await keep(asked, of: order)
        let json = try await json(intent.id)
        guard let code = json?.lastPaymentError?["code"] else { return try WireAnswer(200, json) }
        let failure = FailureJSON.Content(code: code, paymentIntent: json)
        return try WireAnswer(402, FailureJSON(error: failure))
    }

    private func order(_ asked: Received) -> ChargeOrder? {
        let fields = asked.fields
        guard let key = asked.headers["idempotency-key"], let card = fields["payment_method"],
            let minor = fields["amount"].flatMap(Int64.init), minor > 0,
            let code = fields["currency"], code == code.lowercased(),
            let currency = Currency(code: code),
            fields["confirm"] == "true", fields["off_session"] == "true"
        else { return nil }
        return ChargeOrder(
            key: key,
            amount: Money(minor: minor, currency: currency),
            paymentMethod: card,
            customer: fields["customer"],
            orderedAt: clock.now
        )
    }

    /// Keeps what the built-in processor has no place for.
    private func keep(_ asked: Received, of order: ChargeOrder) async throws {
        guard let made = try await intents.find(key: order.key) else { return }
        let prefix = "metadata["
        let metadata = asked.fields.filter { $0.key.hasPrefix(prefix) }
            .map { (String($0.key.dropFirst(prefix.count).dropLast()), $0.value) }
        let intent = State.Intent(
            id: made.id,
            customer: order.customer,
            metadata: Dictionary(uniqueKeysWithValues: metadata),
            created: clock.now.seconds
        )
        state.withLock { $0.intents.append(intent) }
    }

    private func paymentIntent(_ id: String) async throws -> WireAnswer {
        guard (try? await processor.intent(id)) != nil, let json = try await json(id) else {
            return Self.missing
        }
        return try WireAnswer(200, json)
    }

    /// Newest first, and at most so many.
    private func list(_ asked: Received) async throws -> WireAnswer {
        let from = asked.fields["created[gte]"].flatMap(Int64.init) ?? 0
        let limit = asked.fields["limit"].flatMap(Int.init) ?? 10
        var ids = state.withLock { state in
            state.intents
                .filter { $0.created >= from && $0.customer == asked.fields["customer"] }
                .map(\.id)
        }
        ids.reverse()
        if let last = asked.fields["starting_after"], let index = ids.firstIndex(of: last) {
            ids.removeFirst(index + 1)
        }
        var data: [PaymentIntentJSON] = []
        for id in ids.prefix(limit) {
            _ = try await processor.intent(id)
            if let json = try await json(id) { data.append(json) }
        }
        return try WireAnswer(200, ListJSON(data: data, hasMore: ids.count > limit))
    }

    /// An intent as Stripe would tell it.
    ///
    /// Off-session, a holder who must act is no state but a kind of decline.
    func json(_ id: String) async throws -> PaymentIntentJSON? {
        guard let made = try await intents.find(id: id),
            let kept = state.withLock({ $0.intents.first { $0.id == id } })
        else { return nil }
        let codes = [
            "requires_action": "authentication_required",
            "requires_payment_method": "card_declined",
        ]
        let code = codes[made.status]
        return PaymentIntentJSON(
            id: id,
            amount: made.amount.minor,
            currency: made.amount.currency.code.lowercased(),
            customer: kept.customer,
            paymentMethod: made.paymentMethod,
            status: code == nil ? made.status : "requires_payment_method",
            clientSecret: made.clientSecret,
            created: kept.created,
            metadata: kept.metadata,
            lastPaymentError: code.map { ["code": $0, "type": "card_error"] }
        )
    }
}
