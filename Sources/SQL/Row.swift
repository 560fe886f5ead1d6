public import Kernel

/// The current row of a result, read by column position, counted from 0.
///
/// Valid only inside the closure it is handed to.
public protocol Row {
    /// Whether the column is NULL.
    func isNull(_ column: Int) -> Bool
    /// The column as an integer; 0 when it is NULL.
    func integer(_ column: Int) -> Int64
    /// The column as a fraction; 0 when it is NULL.
    func real(_ column: Int) -> Double
    /// The column as text; empty when it is NULL.
    func text(_ column: Int) -> String
    /// The column as a UUID; `nil` when it holds something else or is NULL.
    func rawID(_ column: Int) -> RawID?
    /// The column as it is stored.
    func value(_ column: Int) -> Value
}

extension Row {
    /// The column as an integer, or `nil` when it is NULL.
    public func optionalInteger(_ column: Int) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// The column as text, or `nil` when it is NULL.
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// The column as a flag.
    public func flag(_ column: Int) -> Bool { integer(column) != 0 }

    /// The column as an instant.
    public func instant(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

    /// The column as an instant, or `nil` when it is NULL.
    public func optionalInstant(_ column: Int) -> Timestamp? {
        isNull(column) ? nil : instant(column)
    }

    /// The column as a day.
    public func day(_ column: Int) -> CivilDay { CivilDay(dayNumber: Int(integer(column))) }

    /// A day, or `nil` for `NULL`.
    public func optionalDay(_ column: Int) -> CivilDay? { isNull(column) ? nil : day(column) }

    /// The column as an id of the kind asked for.
    ///
    /// - Throws: ``DatabaseError`` `corrupt` when the column holds no UUID.
    @inlinable
    public func id<Entity>(
        _ column: Int,
        _ kind: Entity.Type = Entity.self
    ) throws(DatabaseError) -> ID<Entity> {
        guard let id = rawID(column) else {
            throw DatabaseError(.corrupt, "a column that holds an id holds something else")
        }
        return ID(id)
    }

    /// The column as an id of the kind asked for, or `nil` when it is NULL.
    ///
    /// - Throws: ``DatabaseError`` `corrupt` when the column holds no UUID.
    @inlinable
    public func optionalID<Entity>(
        _ column: Int,
        _ kind: Entity.Type = Entity.self
    ) throws(DatabaseError) -> ID<Entity>? {
        isNull(column) ? nil : try id(column, kind)
    }

    /// The column as an integer id of the kind asked for.
    public func serial<Entity>(_ column: Int, _ kind: Entity.Type = Entity.self) -> Serial<Entity> {
        Serial(integer(column))
    }
}
