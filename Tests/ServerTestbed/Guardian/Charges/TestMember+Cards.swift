import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed

/// Cards and charges, in short.
extension TestMember {
    /// Adds a card, and tells its id.
    @discardableResult
    func addCard(_ paymentMethod: String = "card_1", label: String? = nil) async throws -> Int64 {
        try await purser.call(
            API.Guardian.confirmCard,
            .init(paymentMethodID: paymentMethod, label: label)
        ).fundingSourceID
    }

    /// Charges a card.
    @discardableResult
    func charge(
        _ cents: Int64,
        at merchant: String? = nil,
        _ category: String? = nil,
        from source: Int64? = nil,
        key: String? = nil
    ) async throws -> API.Guardian.ChargeResponse {
        try await purser.call(
            API.Guardian.chargeCard,
            .init(
                amountCents: cents,
                fundingSourceID: source,
                merchant: merchant,
                category: category
            ),
            idempotencyKey: key
        )
    }
}

extension InProcessServer {
    /// Sends a charge as it is on the wire.
    func charge(
        _ body: String = #"{"amount_cents":5000}"#,
        as member: TestMember,
        key: String? = nil
    ) async throws -> TransportResponse {
        try await post(
            "/guardian/charge",
            body,
            token: member.token,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }

    /// Asks the processors what came of open charges.
    @discardableResult
    func reconcile() async throws -> [String] {
        let report = try await operations.guardian.reconcileCharges(call())
        return report.failures
    }

    /// How far the charges have come, in the order of recording.
    func chargeStates() async throws -> [String] {
        try await database.read { session in
            try session.rows(TestStatements.states) { $0.text(0) }
        }
    }

    /// The keys under which processors know the charges, in the order of recording.
    func chargeKeys() async throws -> [String] {
        try await database.read { session in
            try session.rows(TestStatements.keys) { $0.text(0) }
        }
    }

    /// The charges in the ledger: `posted 5000 Steam fun mock pi_1`, in the order of recording.
    func ledger() async throws -> [String] {
        try await database.read { session in
            try session.rows(TestStatements.ledger) { row in
                let words = (2...5).map { row.optionalText($0) ?? "-" }
                return ([row.text(0), String(row.integer(1))] + words).joined(separator: " ")
            }
        }
    }
}
