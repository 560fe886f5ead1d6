public import Kernel
public import SQL

/// The remembered answer to a call that named an Idempotency-Key.
public struct IdempotencyRecord: Sendable, Equatable {
    /// The keyed hash of the call's input.
    public let inputHash: String
    /// The status that was answered.
    public let status: Int
    /// The body that was answered.
    public let body: String
    /// When.
    public let madeAt: Timestamp

    /// Makes a record.
    public init(inputHash: String, status: Int, body: String, madeAt: Timestamp) {
        self.inputHash = inputHash
        self.status = status
        self.body = body
        self.madeAt = madeAt
    }
}

/// Who called what with which key.
public struct IdempotencyScope: Sendable, Hashable {
    /// The member's id, or the network address of an anonymous caller.
    public let caller: String
    /// Method and route template.
    public let operation: String
    /// The key as the caller chose it.
    public let key: String

    /// Makes a scope.
    public init(caller: String, operation: String, key: String) {
        self.caller = caller
        self.operation = operation
        self.key = key
    }
}

/// The remembered answers.
public enum IdempotencyRecords {
    private static let selection = Statement(
        """
        SELECT input_hash, status, body, made_at_ms FROM idempotency_keys
        WHERE caller = $1 AND operation = $2 AND key = $3
        """
    )

    /// The answer that is still remembered.
    public static func find(
        _ scope: IdempotencyScope,
        now: Timestamp,
        in session: any Session
    ) throws -> IdempotencyRecord? {
        let values: [Value] = [.text(scope.caller), .text(scope.operation), .text(scope.key)]
        let record = try session.first(selection, values) { row in
            IdempotencyRecord(
                inputHash: row.text(0),
                status: Int(row.integer(1)),
                body: row.text(2),
                madeAt: row.instant(3)
            )
        }
        guard let record else { return nil }
        let forgottenAt = record.madeAt.adding(milliseconds: Limits.idempotencyMilliseconds)
        return now < forgottenAt ? record : nil
    }

    private static let upsert = Statement(
        """
        INSERT INTO idempotency_keys
            (caller, operation, key, input_hash, status, body, made_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (caller, operation, key) DO UPDATE SET
            input_hash = excluded.input_hash, status = excluded.status, body = excluded.body,
            made_at_ms = excluded.made_at_ms
        """
    )

    /// Remembers an answer, in place of one that is forgotten.
    public static func save(
        _ record: IdempotencyRecord,
        for scope: IdempotencyScope,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .text(scope.caller), .text(scope.operation), .text(scope.key),
                .text(record.inputHash), .count(record.status), .text(record.body),
                .instant(record.madeAt),
            ]
        )
    }

    /// Forgets answers that are old enough.
    public static let purge = Purge(
        of: "idempotency_keys",
        key: "caller, operation, key",
        by: "made_at_ms",
        "<=",
        keptMilliseconds: Limits.idempotencyMilliseconds
    )
}
