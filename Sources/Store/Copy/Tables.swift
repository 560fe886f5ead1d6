public import SQL

/// A table of the schema, as a copy of everything goes through it.
public struct Table: Sendable {
    /// The name.
    public let name: String
    /// The columns, in the order of the schema.
    public let columns: [String]
    /// The columns that tell rows apart and put them in order.
    let key: [String]
    let firstPage: Statement
    let nextPage: Statement
    let insertion: Statement

    /// Where the columns of the key stand among the columns.
    var keyColumns: [Int] { key.compactMap { columns.firstIndex(of: $0) } }

    /// What a copy runs on the table.
    public var statements: [Statement] { [firstPage, nextPage, insertion] }

    /// Whether the engine counts up its `number`.
    var hasNumber: Bool { columns.first == "number" }

    init(_ name: String, key: [String] = ["number"], _ columns: String) {
        self.name = name
        self.key = key
        self.columns = columns.split(separator: " ").map(String.init)
        let list = self.columns.joined(separator: ", ")
        let order = key.joined(separator: ", ")
        let selection = "SELECT \(list) FROM \(name)"
        let ending = "ORDER BY \(order) LIMIT $1"
        let after = key.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        firstPage = Statement("\(selection) \(ending)")
        nextPage = Statement("\(selection) WHERE (\(order)) > (\(after)) \(ending)")
        let places = (1...self.columns.count).map { "$\($0)" }.joined(separator: ", ")
        insertion = Statement("INSERT INTO \(name) (\(list)) VALUES (\(places))")
    }

    /// Every table, parents before children; a test holds this list against the schema.
    public static let all: [Table] = RoomSchema.all.flatMap(\.tables)
}
