import Foundation
import SQL
import Store

/// A statement as Store declares it.
struct DeclaredStatement: Sendable {
    /// Where it is declared, such as `Guardian/Charges.swift update`.
    let place: String
    let sql: String

    /// How many values it takes.
    var valueCount: Int {
        sql.matches(of: /\$(\d+)/).compactMap { Int($0.1) }.max() ?? 0
    }
}

/// Finds every statement in the text of Store's files: none can be declared and forgotten.
struct StatementScan {
    struct Unreadable: Error {
        let place: String
    }

    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .appending(path: "../../../../Sources/Store").standardized
    /// Their statements are made for each table; ``Table``, ``PersonalTable`` and ``Purge`` hand
    /// them out.
    static let made: Set = ["Copy/Tables.swift", "PersonalTable.swift", "Purge.swift"]

    /// By path below Store.
    let files: [(path: String, text: String)]
    /// Texts that others are made of, by type and name.
    private let constants: [String: String]

    init() throws {
        let paths = FileManager.default.enumerator(atPath: Self.root.path)?.allObjects ?? []
        files = try paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
            .map { ($0, try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8)) }
        var constants: [String: String] = [:]
        for (path, text) in files {
            for match in text.matches(of: /static let (\w+) =\s*(?=")/) {
                let literal = try Self.literal(in: text[match.range.upperBound...], path)
                constants["\(Self.type(of: path)).\(match.1)"] = literal
            }
        }
        self.constants = constants
    }

    /// Every statement of every file and of every table.
    func statements() throws -> [DeclaredStatement] {
        try files.filter { !Self.made.contains($0.path) }.flatMap(statements)
            + Table.all.flatMap { table in
                table.statements.map { DeclaredStatement(place: table.name, sql: $0.sql) }
            }
            + PersonalTable.all.map { table in
                DeclaredStatement(place: "\(table.name) of a person", sql: table.deletion.sql)
            }
            + Purge.all.map { purge in
                DeclaredStatement(place: "a purge", sql: purge.statement.sql)
            }
    }

    private func statements(
        _ path: String,
        _ text: String
    ) throws -> [DeclaredStatement] {
        try Self.declarations(in: text).map { start in
            let rest = text[start...]
            let name = text[..<start].matches(of: /\blet (\w+)/).last.map { String($0.1) } ?? "?"
            let place = "\(path) \(name)"
            let rows = rest.hasPrefix("RowsStatement") ? try Self.rows(rest, place) : ""
            let sql: String
            if let named = rest.prefixMatch(of: /Statement\((\w+)\)/) {
                sql = "\\(\(named.1))"
            } else {
                sql = try Self.literal(in: rest, place)
            }
            let type = Self.type(of: path)
            return DeclaredStatement(place: place, sql: try resolved(sql, type, rows, place))
        }
    }

    /// Where statements are declared in a text, but for its comments.
    static func declarations(in text: String) -> [String.Index] {
        text.matches(of: /\b(?:Rows)?Statement\(/).map(\.range.lowerBound).filter { start in
            let line = text[..<start].split(separator: "\n", omittingEmptySubsequences: false).last
            return line?.contains("//") == false
        }
    }

    private static func type(of path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.split(separator: /[.+]/).first ?? "")
    }

    /// Two rows of the columns that a statement for rows declares.
    private static func rows(_ text: Substring, _ place: String) throws -> String {
        guard let end = text.firstIndex(of: "{") else { throw Unreadable(place: place) }
        var columns: [String] = []
        for match in text[..<end].matches(
            of: /\(repeating: \.(text|bigint), count: (\d+)\)|\.(text|bigint)/
        ) {
            let column = String(match.1 ?? match.3 ?? "")
            columns += Array(repeating: column, count: match.2.flatMap { Int($0) } ?? 1)
        }
        let shared = text[..<end].firstMatch(of: /after: (\d+)/).flatMap { Int($0.1) } ?? 0
        let row = { (first: Int) in columns.indices.map { "$\(shared + first + $0)" } }
        let typed = zip(row(1), columns).map { "CAST(\($0) AS \($1.uppercased()))" }
        let second = row(1 + columns.count)
        return "(\(typed.joined(separator: ", "))), (\(second.joined(separator: ", ")))"
    }

    /// The first literal of a text, with its interpolations as they are.
    private static func literal(in text: Substring, _ place: String) throws -> String {
        guard let start = text.firstIndex(of: "\"") else { throw Unreadable(place: place) }
        let rest = text[start...]
        if let long = rest.prefixMatch(of: /"""((?:.|\n)*?)"""/) { return String(long.1) }
        let short = /"((?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\))*)"/
        guard let match = rest.prefixMatch(of: short) else { throw Unreadable(place: place) }
        return String(match.1)
    }

    private func resolved(
        _ sql: String,
        _ type: String,
        _ rows: String,
        _ place: String
    ) throws -> String {
        try sql.replacing(/\\\(((?:[^()]|\([^()]*\))*)\)/) { match in
            let name = match.1
            if name == "rows" { return rows }
            if let columns = name.wholeMatch(of: /(?:(?:Bank)?Accounts\.)?columns\(of: "(\w+)"\)/) {
                return "\(columns.1).*"
            }
            let key = name.contains(".") ? String(name) : "\(type).\(name)"
            guard let text = constants[key] else { throw Unreadable(place: "\(place) \(key)") }
            let owner = key.split(separator: ".").first.map(String.init) ?? type
            return try resolved(text, owner, rows, place)
        }
    }
}
