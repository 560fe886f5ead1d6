public import Kernel
public import SQL

/// A payment intent of the processor that is built in.
public struct SimulatedIntentRecord: Sendable, Equatable {
    /// The id.
    public let id: String
    /// The key of the order it was made for.
    public let orderKey: String
    /// The card.
    public let paymentMethod: String
    /// The price.
    public let amount: Money
    /// The processor's word for its state.
    public let status: String
    /// With what an app lets the holder of the card act.
    public let clientSecret: String

    /// Makes a record.
    public init(
        id: String,
        orderKey: String,
        paymentMethod: String,
        amount: Money,
        status: String,
        clientSecret: String
    ) {
        self.id = id
        self.orderKey = orderKey
        self.paymentMethod = paymentMethod
        self.amount = amount
        self.status = status
        self.clientSecret = clientSecret
    }
}

/// The payment intents of the processor that is built in.
public enum SimulatedIntentRecords {
    private static let insertion = Statement(
        """
        INSERT INTO simulated_intents
            (id, order_key, payment_method, amount_minor, currency, status, client_secret)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (order_key) DO NOTHING
        """
    )

    /// Adds an intent, unless there is one of its order already.
    ///
    /// - Returns: Whether it was added.
    public static func insert(
        _ intent: SimulatedIntentRecord,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [
            .text(intent.id), .text(intent.orderKey), .text(intent.paymentMethod),
            .integer(intent.amount.minor), .text(intent.amount.currency.code),
            .text(intent.status), .text(intent.clientSecret),
        ]
        return try session.run(insertion, values) == 1
    }

    private static let columns = """
        SELECT id, order_key, payment_method, amount_minor, currency, status, client_secret
        FROM simulated_intents
        """
    private static let byID = Statement("\(columns) WHERE id = $1")
    private static let byOrder = Statement("\(columns) WHERE order_key = $1")

    /// Finds an intent by its id.
    public static func find(
        _ id: String,
        in session: any Session
    ) throws -> SimulatedIntentRecord? {
        try session.first(byID, [.text(id)], decode)
    }

    /// Finds the intent of an order.
    public static func find(
        orderKey: String,
        in session: any Session
    ) throws -> SimulatedIntentRecord? {
        try session.first(byOrder, [.text(orderKey)], decode)
    }

    private static let update = Statement(
        "UPDATE simulated_intents SET status = $2 WHERE id = $1"
    )

    /// Changes the state of an intent.
    public static func setStatus(
        _ status: String,
        of id: String,
        in session: any Session
    ) throws {
        try session.run(update, [.text(id), .text(status)])
    }

    private static func decode(_ row: any Row) throws -> SimulatedIntentRecord {
        SimulatedIntentRecord(
            id: row.text(0),
            orderKey: row.text(1),
            paymentMethod: row.text(2),
            amount: Money(
                minor: row.integer(3),
                currency: try Currency(code: row.text(4))
                    .orCorrupt("a simulated intent has an unknown currency")
            ),
            status: row.text(5),
            clientSecret: row.text(6)
        )
    }
}
