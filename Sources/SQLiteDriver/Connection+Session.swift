import CSQLite
import SQL

extension Connection: Session {
    func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        let outer = clock.start()
        defer { clock.resume(outer) }
        let prepared = try start(statement, values)
        defer { prepared.finish() }
        let before = sqlite3_total_changes64(handle)
        while try step(prepared) {}
        // SQLite keeps the count of the statement before when this one changed nothing.
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        let outer = clock.start()
        defer { clock.resume(outer) }
        let prepared = try start(statement, values)
        defer { prepared.finish() }
        let row = ResultRow(handle: prepared.handle)
        while try step(prepared) {
            guard try visit(row) else {
                // A statement that writes checks its constraints at its end.
                while !prepared.isReadOnly, try step(prepared) {}
                return
            }
        }
    }

    func savepoint<R>(_ work: () throws -> R) throws -> R {
        if let refusal { throw refusal }
        try control(.savepoint)
        do {
            let result = try work()
            if let refusal { throw refusal }
            try control(.release)
            return result
        } catch {
            undo()
            throw error
        }
    }

    func script(_ sql: String) throws { try execute(sql) }
}
