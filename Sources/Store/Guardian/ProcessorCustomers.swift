public import Kernel
public import SQL

/// A member as a card processor knows it.
public struct ProcessorCustomer: Sendable, Equatable {
    /// The key under which the processor is asked to make the customer, so that it makes one.
    public let requestKey: String
    /// The processor's id of the customer; `nil` until it was heard.
    public let customer: String?

    /// Makes a record.
    public init(requestKey: String, customer: String?) {
        self.requestKey = requestKey
        self.customer = customer
    }
}

/// The customers that processors have of us.
public enum ProcessorCustomers {
    private static let selection = Statement(
        """
        SELECT request_key, customer FROM processor_customers
        WHERE member_id = $1 AND provider = $2
        """
    )
    private static let insertion = Statement(
        """
        INSERT INTO processor_customers (member_id, provider, request_key) VALUES ($1, $2, $3)
        ON CONFLICT (member_id, provider) DO NOTHING
        """
    )

    /// What a processor knows a member as, with the key to ask it by recorded from now on.
    ///
    /// `newKey`: The key, if there is none yet.
    /// Throws `DatabaseError`.
    public static func findOrInsert(
        _ member: ID<Entity.Member>,
        at provider: String,
        newKey: String,
        in session: any Session
    ) throws -> ProcessorCustomer {
        let known = try session.first(selection, [.id(member), .text(provider)]) { row in
            ProcessorCustomer(requestKey: row.text(0), customer: row.optionalText(1))
        }
        if let known { return known }
        try session.run(insertion, [.id(member), .text(provider), .text(newKey)])
        return ProcessorCustomer(requestKey: newKey, customer: nil)
    }

    private static let update = Statement(
        """
        UPDATE processor_customers SET customer = $3
        WHERE member_id = $1 AND provider = $2 AND customer IS NULL
        """
    )

    /// Keeps the processor's id of a member, unless there is one already.
    public static func save(
        _ customer: String,
        of member: ID<Entity.Member>,
        at provider: String,
        in session: any Session
    ) throws {
        try session.run(update, [.id(member), .text(provider), .text(customer)])
    }
}
