import SQL

/// How a plan reads one table.
struct PlannedRead: Sendable {
    let table: String
    /// `nil` when the whole table is read in its own order.
    var index: String?
    /// Columns that are looked up by one value each.
    var equal: Set<String> = []
    /// Columns that are compared with one value after a row was found.
    var alsoEqual: Set<String> = []
    /// Columns that are looked up between two values.
    var between: Set<String> = []
    /// Whether a limit ends the reading, in the order of the index.
    var isLimited = false
    /// Whether rows are read and passed by.
    var isFiltered = false

    /// Why it may read any number of rows; `nil` when it cannot.
    func fault(_ schema: IndexedSchema) -> String? {
        if Growth.whole.contains(table) || schema.isUnique(self) { return nil }
        if Growth.bounds[table, default: []].contains(where: equal.isSuperset) { return nil }
        if let index, let bound = Growth.boundsOfIndexes[index], equal.isSuperset(of: bound) {
            return nil
        }
        if !equal.isEmpty, let range = Growth.ranges[table], between.contains(range) { return nil }
        if isLimited, !isFiltered { return nil }
        let how = index.map { "\($0) (\(equal.sorted().joined(separator: ", ")))" } ?? "all of it"
        return "\(table): reads \(how) \(isLimited ? "and passes rows by" : "without a limit")"
    }
}

/// The indexes of a database.
struct IndexedSchema: Sendable {
    struct Index: Sendable {
        let table: String
        var columns: [String]
        let isUnique: Bool
        /// Whether it leaves rows out.
        let isPartial: Bool
    }

    var indexes: [String: Index] = [:]

    /// Reads them.
    init(_ session: any Session, _ dialect: Dialect) throws {
        let statement = dialect == .sqlite ? Self.sqlite : Self.postgres
        try session.visit(statement, []) { row in
            indexes[
                row.text(1),
                default: Index(
                    table: row.text(0),
                    columns: [],
                    isUnique: row.integer(2) == 1,
                    isPartial: row.integer(3) == 1
                )
            ].columns.append(row.text(4))
            return true
        }
    }

    /// Whether a reading finds one row at most.
    func isUnique(_ read: PlannedRead) -> Bool {
        indexes.contains { name, index in
            index.table == read.table && index.isUnique
                && (!index.isPartial || name == read.index)
                && read.equal.union(read.alsoEqual).isSuperset(of: index.columns)
        } || read.equal.contains("rowid")
    }

    private static let sqlite = Statement(
        """
        SELECT m.name, l.name, l."unique", l.partial, COALESCE(i.name, '')
        FROM sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
        WHERE m.type = 'table' ORDER BY l.name, i.seqno
        """
    )
    private static let postgres = Statement(
        """
        SELECT t.relname, i.relname, CASE WHEN x.indisunique THEN 1 ELSE 0 END,
            CASE WHEN x.indpred IS NULL THEN 0 ELSE 1 END, COALESCE(a.attname, '')
        FROM pg_index x
        JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_class t ON t.oid = x.indrelid
        JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
        CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY AS k (attnum, place)
        LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
        ORDER BY i.relname, k.place
        """
    )
}
