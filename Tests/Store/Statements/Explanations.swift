import SQL
import Store

/// Asks an engine how it would run statements.
final class Explanations {
    private let session: any Session
    private let dialect: Dialect
    private let schema: IndexedSchema
    /// A statement is known by its place in memory, so all of them stay.
    private var asked: [Statement] = []

    /// On PostgreSQL every table is given rows first, and reading whole tables is discouraged:
    /// what it plans for empty ones says nothing.
    init(_ session: any Session, _ dialect: Dialect) throws {
        self.session = session
        self.dialect = dialect
        if dialect == .postgres { try Self.fill(session) }
        schema = try IndexedSchema(session, dialect)
    }

    /// What may read any number of rows: the place of the statement and what it reads.
    func faults(of statements: [DeclaredStatement]) throws -> [String] {
        try statements.flatMap { statement in
            try reads(of: statement).compactMap { read in
                read.fault(schema).map { "\(statement.place): \($0)" }
            }
        }
    }

    private func reads(of statement: DeclaredStatement) throws -> [PlannedRead] {
        switch dialect {
        case .sqlite:
            let steps = try rows("EXPLAIN QUERY PLAN \(statement.sql)", statement.valueCount) {
                SQLitePlan.Step(query: $0.integer(1), detail: $0.text(3))
            }
            let tables = Set(Table.all.map(\.name))
            return SQLitePlan(steps, of: statement.sql, tables: tables).reads
        case .postgres:
            // The driver has names of its own for what it prepares.
            let name = "explained"
            try session.script("PREPARE \(name) AS \(statement.sql)")
            let nulls = Array(repeating: "NULL", count: statement.valueCount)
            let values = nulls.isEmpty ? "" : "(\(nulls.joined(separator: ", ")))"
            let json = try rows("EXPLAIN (FORMAT JSON) EXECUTE \(name)\(values)", 0) {
                $0.text(0)
            }
            try session.script("DEALLOCATE \(name)")
            return try PostgresPlan(json: json.joined()).reads
        }
    }

    private func rows<R>(
        _ sql: String,
        _ valueCount: Int,
        _ decode: (any Row) throws -> R
    ) throws -> [R] {
        let statement = Statement(sql)
        asked.append(statement)
        let values = Array(repeating: Value.null, count: valueCount)
        return try session.rows(statement, values, decode)
    }

    private static func fill(_ session: any Session) throws {
        try session.script(
            """
            DO $$ DECLARE c record; BEGIN
            FOR c IN SELECT conrelid::regclass AS place, conname AS name FROM pg_constraint
                WHERE contype IN ('f', 'c') AND connamespace = current_schema()::regnamespace
            LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.place, c.name); END LOOP;
            END $$
            """
        )
        for table in Table.all { try session.script(rows(of: table.name)) }
        try session.script(
            """
            SET LOCAL plan_cache_mode = force_generic_plan;
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL enable_hashjoin = off;
            SET LOCAL enable_mergejoin = off;
            """
        )
    }

    /// Rows of a table that say nothing, but spread over many households and members.
    private static func rows(of table: String) -> String {
        """
        DO $$ DECLARE c record; names text := ''; vals text := ''; v text; BEGIN
        FOR c IN
            SELECT a.attname AS name, a.attnotnull AS is_needed,
                a.atttypid = 'text'::regtype AS is_text,
                EXISTS (
                    SELECT 1 FROM pg_index x WHERE x.indrelid = a.attrelid AND x.indisunique
                        AND x.indnatts = 1 AND x.indkey[0] = a.attnum AND x.indpred IS NULL
                ) AS is_key
            FROM pg_attribute a
            WHERE a.attrelid = '\(table)'::regclass AND a.attnum > 0 AND NOT a.attisdropped
        LOOP
            v := CASE WHEN NOT c.is_text THEN
                    CASE WHEN c.name LIKE 'is\\_%' THEN 'g % 2' ELSE 'g' END
                WHEN c.is_key THEN '''u'' || g'
                WHEN c.name = 'household_id' THEN '''h'' || g % 700'
                WHEN c.name LIKE '%\\_id' OR c.name IN ('email', 'caller') THEN '''m'' || g % 1000'
                WHEN c.name IN ('kind', 'state', 'origin', 'phase', 'provider')
                    THEN '''k'' || g % 3'
                ELSE '''u'' || g' END;
            IF NOT c.is_needed THEN v := 'CASE WHEN g % 2 = 0 THEN ' || v || ' END'; END IF;
            names := names || ', ' || quote_ident(c.name);
            vals := vals || ', ' || v;
        END LOOP;
        EXECUTE format(
            'INSERT INTO \(table) (%s) SELECT %s FROM generate_series(1000, 3000) g '
            'ON CONFLICT DO NOTHING',
            substr(names, 2), substr(vals, 2)
        );
        ANALYZE \(table);
        END $$
        """
    }
}
