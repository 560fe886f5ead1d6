import GRDB
import PurserKit

/// The tables on the device, within one transaction.
struct Tables: DeviceTables {
    let database: Database

    /// Removes every row, but for those of a member.
    ///
    /// - Returns: Whether there were any.
    func forget(_ owner: String?) throws -> Bool {
        var count = 0
        for table in DeviceSchema.tables {
            let sql = "DELETE FROM \(table) WHERE owner IS NOT ?"
            try database.execute(sql: sql, arguments: [owner])
            count += database.changesCount
        }
        return count > 0
    }

    /// Runs a statement that changes rows.
    ///
    /// - Returns: How many it changed.
    @discardableResult
    func change(_ sql: String, _ values: StatementArguments) throws -> Int {
        let statement = try database.cachedStatement(sql: sql)
        try statement.execute(arguments: values)
        return database.changesCount
    }

    /// The rows that a statement finds.
    func rows<R>(
        _ sql: String,
        _ values: StatementArguments = [],
        _ read: (Row) throws -> R
    ) throws -> [R] {
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: values).map(read)
    }

    /// The first row that a statement finds.
    func first<R>(
        _ sql: String,
        _ values: StatementArguments = [],
        _ read: (Row) throws -> R
    ) throws -> R? {
        let statement = try database.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: values).map(read)
    }
}

extension Row {
    /// A time, which is kept in milliseconds since 1970.
    func time(_ column: String) -> Timestamp { Timestamp(milliseconds: self[column]) }

    /// A time, if there is one.
    func optionalTime(_ column: String) -> Timestamp? {
        (self[column] as Int64?).map { Timestamp(milliseconds: $0) }
    }
}
