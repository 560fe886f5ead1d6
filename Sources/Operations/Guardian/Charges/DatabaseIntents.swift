import Kernel
public import Providers
public import SQL
import Store

/// The built-in processor's payment intents, in transactions of its own.
public struct DatabaseIntents: SimulatedIntents {
    private let database: any Database

    /// Keeps intents in a database.
    public init(_ database: any Database) {
        self.database = database
    }

    /// Keeps a new intent, unless there is one with its key already.
    public func keep(
        _ new: SimulatedIntent
    ) async throws -> (intent: SimulatedIntent, isNew: Bool) {
        let record = SimulatedIntentRecord(
            id: new.id,
            orderKey: new.key,
            paymentMethod: new.paymentMethod,
            amount: new.amount,
            status: new.status,
            clientSecret: new.clientSecret
        )
        return try await database.write { session in
            if try SimulatedIntentRecords.insert(record, in: session) { return (new, true) }
            let known = try SimulatedIntentRecords.find(orderKey: new.key, in: session)
                .orCorrupt("a simulated intent is there and is not found")
            return (SimulatedIntent(known), false)
        }
    }

    /// The intent with an id.
    public func find(id: String) async throws -> SimulatedIntent? {
        try await database.read { session in
            try SimulatedIntentRecords.find(id, in: session).map { SimulatedIntent($0) }
        }
    }

    /// The intent that was made for an order.
    public func find(key: String) async throws -> SimulatedIntent? {
        try await database.read { session in
            try SimulatedIntentRecords.find(orderKey: key, in: session).map { SimulatedIntent($0) }
        }
    }

    /// Changes the state of an intent.
    public func setStatus(_ status: String, of id: String) async throws {
        try await database.write { session in
            try SimulatedIntentRecords.setStatus(status, of: id, in: session)
        }
    }
}

extension SimulatedIntent {
    fileprivate init(_ record: SimulatedIntentRecord) {
        self.init(
            id: record.id,
            key: record.orderKey,
            paymentMethod: record.paymentMethod,
            amount: record.amount,
            status: record.status,
            clientSecret: record.clientSecret
        )
    }
}
