import SQL

/// What SQLite plans to do for a statement.
struct SQLitePlan {
    let reads: [PlannedRead]

    /// A step, and the number of the query that it belongs to.
    struct Step {
        let query: Int64
        let detail: String

        /// How it reads, which name, and by what.
        var reading: Regex<(Substring, Substring, Substring, Substring?)>.Match? {
            detail.firstMatch(of: /^(SCAN|SEARCH) (\w+)(?: USING (.*))?$/)
        }
    }

    /// Reads a plan; `tables` are the names of all.
    init(_ steps: [Step], of sql: String, tables: Set<String>) {
        // A row that is added and returned is looked for where deferred references wait for it;
        // the plan has that, and running it does not, because nothing here is deferred.
        let isInsertion = sql.contains(/^\s*INSERT/)
        var seen: [Substring: Int] = [:]
        reads = steps.compactMap { step in
            guard let match = step.reading else { return nil }
            let isSorted = steps.contains {
                $0.query == step.query && $0.detail.contains("TEMP B-TREE")
            }
            var mentions = Self.mentions(of: String(match.2), in: sql)
            // Steps of one name come in the order of the text, where each has its own.
            let place = seen[match.2, default: 0]
            seen[match.2] = place + 1
            if steps.count(where: { $0.reading?.2 == match.2 }) == mentions.count {
                mentions = [mentions[place]]
            }
            let unnamed = isInsertion ? nil : tables.first { $0 == match.2 }
            guard let table = mentions.first?.table ?? unnamed,
                tables.contains(table)
            else { return nil }
            var read = PlannedRead(table: table)
            let by = match.3 ?? ""
            if let index = by.firstMatch(of: /INDEX (\w+)/) { read.index = String(index.1) }
            read.equal = Set(by.matches(of: /(\w+)=\?/).map { String($0.1) })
            read.between = Set(by.matches(of: /(\w+)>\?/).map { String($0.1) })
                .intersection(by.matches(of: /(\w+)<\?/).map { String($0.1) })
            // A unique key holds any number of NULLs.
            let conditions = sql.replacing(/CASE WHEN \S+ IS NULL/, with: "")
            read.equal = read.equal.filter { !conditions.contains("\($0) IS NULL") }
            let blocks = mentions.map { Self.block(of: sql, around: $0.place) }
            read.isLimited =
                !isSorted && !blocks.isEmpty && blocks.allSatisfy { $0.contains("LIMIT") }
            read.isFiltered = match.1 == "SCAN" && blocks.contains { $0.contains("WHERE") }
            return read
        }
    }

    /// Where a statement names a table so.
    private static func mentions(
        of name: String,
        in sql: String
    ) -> [(table: String, place: String.Index)] {
        let words: Set<Substring> = [
            "WHERE", "SET", "ON", "ORDER", "JOIN", "LEFT", "VALUES", "LIMIT", "GROUP", "USING",
        ]
        return sql.matches(of: /\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+(?:AS\s+)?(?!JOIN\b)(\w+))?/)
            .compactMap { match in
                let alias = match.2.flatMap { words.contains($0) ? nil : $0 } ?? match.1
                return alias == name ? (String(match.1), match.range.lowerBound) : nil
            }
    }

    /// The innermost query around a place, without those inside of it.
    static func block(of sql: String, around place: String.Index) -> String {
        var depth = 0
        var start = place
        while start > sql.startIndex {
            let before = sql.index(before: start)
            if sql[before] == ")" { depth += 1 }
            if sql[before] == "(" {
                if depth == 0 { break }
                depth -= 1
            }
            start = before
        }
        var block = ""
        depth = 0
        for character in sql[start...] {
            if character == ")" { depth -= 1 }
            if depth < 0 { break }
            if depth == 0 { block.append(character) }
            if character == "(" { depth += 1 }
        }
        return block
    }
}
