import SQL

/// The place of one thread in the pool: its connection, opened when needed and again when lost.
final class Line {
    let server: Server
    let gate: Gate
    let attempts: Int

    private let pool: Pool
    private var open: Connection?

    init(_ server: Server, _ gate: Gate, attempts: Int, _ pool: Pool) {
        self.server = server
        self.gate = gate
        self.attempts = attempts
        self.pool = pool
    }

    /// The connection, with no transaction open.
    ///
    /// - Throws: `unavailable`, at once when it is known that the server cannot be reached.
    func connection() throws(DatabaseError) -> Connection {
        open?.settle()
        if let open, !open.isBroken { return open }
        close()
        try pool.mayConnect()
        do {
            let connection = try server.connect()
            pool.didConnect()
            open = connection
            return connection
        } catch {
            pool.didNotConnect(error)
            throw error
        }
    }

    /// Closes the connection, if there is one.
    func close() {
        guard open != nil else { return }
        open = nil
        pool.didDisconnect()
    }
}
