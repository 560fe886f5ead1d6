public import Guardian
public import Kernel
public import SQL

/// A charge as it is stored, with what is needed of its card.
public struct ChargeRecord: Sendable, Equatable {
    /// The card of a charge.
    public struct Source: Sendable, Equatable {
        /// The funding source.
        public let id: ID<Entity.FundingSource>
        /// The ledger account the money leaves.
        public let account: ID<Entity.Account>
        /// The processor.
        public let provider: String
        /// The processor's id of the card.
        public let externalID: String
        /// The processor's id of the member.
        public let customer: String

        /// Takes what is needed of a card.
        public init(_ source: FundingSourceRecord) {
            id = source.id
            account = source.account
            provider = source.provider
            externalID = source.externalID
            customer = source.customer
        }

        init(_ row: any Row, at column: Int) throws {
            id = try row.id(column)
            account = try row.id(column + 1)
            provider = row.text(column + 2)
            externalID = row.text(column + 3)
            customer = row.text(column + 4)
        }
    }

    /// The call that asked for a charge, where it named an Idempotency-Key.
    public struct KeyedCall: Sendable, Equatable {
        /// The hash of caller, operation and key.
        public let callHash: String
        /// The keyed hash of its input.
        public let inputHash: String

        /// Names a call.
        public init(callHash: String, inputHash: String) {
            self.callHash = callHash
            self.inputHash = inputHash
        }
    }

    /// The id, which is also the processor's key of the order.
    public let id: ID<Entity.Charge>
    /// The household.
    public let household: ID<Entity.Household>
    /// The member who pays.
    public let member: ID<Entity.Member>
    /// The card.
    public let source: Source
    /// The decision that matches, if any.
    public let decision: ID<Entity.Decision>?
    /// The price.
    public let amount: Money
    /// The merchant, if it is known.
    public let merchant: String?
    /// The category in Guardian's vocabulary.
    public let category: String
    /// How far it has come.
    public var state: ChargeState
    /// The processor's id of the payment intent, once it was heard.
    public var intent: String?
    /// The processor's own word for its state.
    public var processorStatus: String?
    /// The open pending transfer, while it is processing.
    public var pending: ID<Entity.Transfer>?
    /// The transfer it became.
    public var transfer: ID<Entity.Transfer>?
    /// The call that asked for it, until its key is forgotten.
    public let call: KeyedCall?
    /// When it was recorded.
    public let recordedAt: Timestamp
    /// When the processor was last asked to take the money.
    public var askedAt: Timestamp
    /// When somebody should ask what came of it.
    public var lookAt: Timestamp?

    /// Makes a record.
    public init(
        id: ID<Entity.Charge>,
        household: ID<Entity.Household>,
        member: ID<Entity.Member>,
        source: Source,
        decision: ID<Entity.Decision>?,
        amount: Money,
        merchant: String?,
        category: String,
        state: ChargeState = .recorded,
        intent: String? = nil,
        processorStatus: String? = nil,
        pending: ID<Entity.Transfer>? = nil,
        transfer: ID<Entity.Transfer>? = nil,
        call: KeyedCall?,
        recordedAt: Timestamp,
        askedAt: Timestamp,
        lookAt: Timestamp?
    ) {
        self.id = id
        self.household = household
        self.member = member
        self.source = source
        self.decision = decision
        self.amount = amount
        self.merchant = merchant
        self.category = category
        self.state = state
        self.intent = intent
        self.processorStatus = processorStatus
        self.pending = pending
        self.transfer = transfer
        self.call = call
        self.recordedAt = recordedAt
        self.askedAt = askedAt
        self.lookAt = lookAt
    }
}

/// The charges of all households.
public enum Charges {
    private static let insertion = Statement(
        """
        INSERT INTO charges
            (id, household_id, member_id, source_id, decision_id, amount_minor, currency, merchant,
             category, state, call_hash, input_hash, recorded_at_ms, asked_at_ms, look_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        """
    )

    /// Records a new charge.
    public static func insert(_ charge: ChargeRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [
                .id(charge.id), .id(charge.household), .id(charge.member), .id(charge.source.id),
                .id(charge.decision), .integer(charge.amount.minor),
                .text(charge.amount.currency.code), .text(charge.merchant),
                .text(charge.category), .text(charge.state.rawValue),
                .text(charge.call?.callHash), .text(charge.call?.inputHash),
                .instant(charge.recordedAt), .instant(charge.askedAt), .instant(charge.lookAt),
            ]
        )
    }

    private static let update = Statement(
        """
        UPDATE charges SET state = $2, intent_id = $3, processor_status = $4, pending_id = $5,
            transfer_id = $6, asked_at_ms = $7, look_at_ms = $8
        WHERE id = $1
        """
    )

    /// Stores how far a charge has come.
    public static func save(_ charge: ChargeRecord, in session: any Session) throws {
        let changed = try session.run(
            update,
            [
                .id(charge.id), .text(charge.state.rawValue), .text(charge.intent),
                .text(charge.processorStatus), .id(charge.pending), .id(charge.transfer),
                .instant(charge.askedAt), .instant(charge.lookAt),
            ]
        )
        precondition(changed == 1, "a charge that was read is still there")
    }

    private static let columns = """
        SELECT c.id, c.household_id, c.member_id, c.decision_id, c.amount_minor, c.currency,
            c.merchant, c.category, c.state, c.intent_id, c.processor_status, c.pending_id,
            c.transfer_id, c.call_hash, c.input_hash, c.recorded_at_ms, c.asked_at_ms,
            c.look_at_ms, s.id, s.account_id, s.provider, s.external_id, s.customer
        FROM charges c JOIN funding_sources s ON s.id = c.source_id
        """
    private static let byID = Statement("\(columns) WHERE c.id = $1")
    private static let byIntent = Statement(
        "\(columns) WHERE c.intent_id = $1 AND s.provider = $2"
    )
    private static let byCall = Statement(
        "\(columns) WHERE c.call_hash = $1 AND c.recorded_at_ms > $2"
    )
    private static let dueSelection = Statement(
        "\(columns) WHERE c.look_at_ms <= $1 ORDER BY c.look_at_ms, c.id LIMIT $2"
    )

    /// Finds a charge.
    public static func find(
        _ id: ID<Entity.Charge>,
        in session: any Session
    ) throws -> ChargeRecord? {
        try session.first(byID, [.id(id)], decode)
    }

    /// Finds the charge of a processor's payment intent.
    public static func find(
        intent: String,
        of provider: String,
        in session: any Session
    ) throws -> ChargeRecord? {
        try session.first(byIntent, [.text(intent), .text(provider)], decode)
    }

    /// Finds the charge that a call asked for, while its key is remembered.
    public static func find(
        callHash: String,
        now: Timestamp,
        in session: any Session
    ) throws -> ChargeRecord? {
        let start = now.adding(milliseconds: -Limits.idempotencyMilliseconds)
        return try session.first(byCall, [.text(callHash), .instant(start)], decode)
    }

    private static let forgetting = Statement(
        "UPDATE charges SET call_hash = NULL, input_hash = NULL WHERE call_hash = $1"
    )

    /// Forgets which charge a call asked for.
    public static func forget(callHash: String, in session: any Session) throws {
        try session.run(forgetting, [.text(callHash)])
    }

    /// The charges that somebody should ask about, the longest due first.
    ///
    /// - Returns: At most ``Limits/chargeLooks``.
    public static func due(at now: Timestamp, in session: any Session) throws -> [ChargeRecord] {
        try session.rows(dueSelection, [.instant(now), .count(Limits.chargeLooks)], decode)
    }

    private static func decode(_ row: any Row) throws -> ChargeRecord {
        guard let currency = Currency(code: row.text(5)),
            let state = ChargeState(rawValue: row.text(8))
        else { throw DatabaseError(.corrupt, "a charge has an unknown currency or state") }
        return ChargeRecord(
            id: try row.id(0),
            household: try row.id(1),
            member: try row.id(2),
            source: try ChargeRecord.Source(row, at: 18),
            decision: try row.optionalID(3),
            amount: Money(minor: row.integer(4), currency: currency),
            merchant: row.optionalText(6),
            category: row.text(7),
            state: state,
            intent: row.optionalText(9),
            processorStatus: row.optionalText(10),
            pending: try row.optionalID(11),
            transfer: try row.optionalID(12),
            call: row.optionalText(13).map { hash in
                ChargeRecord.KeyedCall(callHash: hash, inputHash: row.text(14))
            },
            recordedAt: row.instant(15),
            askedAt: row.instant(16),
            lookAt: row.optionalInstant(17)
        )
    }
}
