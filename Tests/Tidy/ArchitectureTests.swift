import Testing

/// What `docs/ARCHITECTURE.md` says of floors and rooms is so.
@Suite("The table of floors and rooms")
struct ArchitectureTests {
    /// A row of the table.
    struct Floor: Equatable, CustomStringConvertible {
        let name: String
        let imports: Set<String>
        let rooms: [String]

        var description: String {
            let below = imports.sorted().joined(separator: ", ")
            return "\(name): \(below) | \(rooms.joined(separator: ", "))"
        }
    }

    /// The rooms that there are, or will be.
    static let rooms: Set<String> = [
        "Identity", "Guardian", "Banking", "Rewards", "Allowance", "Insights", "Ledger",
    ]

    @Test("names the manifest's floors with what each stands on, and the rooms that are in it")
    func floors() throws {
        let document = try #require(Tree.file("docs/ARCHITECTURE.md")).text
        let package = try #require(Tree.file("Package.swift")).text
        let listed = Self.floors(in: document)
        let imports = Manifest(package).floors
        let actual = listed.filter { imports[$0.name] != nil }.map { floor in
            Floor(
                name: floor.name,
                imports: (imports[floor.name] ?? []).intersection(imports.keys),
                rooms: Tree.entries(of: Self.folder(of: floor.name)).filter(Self.rooms.contains)
            )
        }
        #expect(Set(listed.map(\.name)) == Set(imports.keys))
        #expect(listed == actual)
    }

    @Test("has each floor below those that stand on it")
    func order() throws {
        let document = try #require(Tree.file("docs/ARCHITECTURE.md")).text
        var seen: Set<String> = []
        for floor in Self.floors(in: document) {
            #expect(floor.imports.subtracting(seen) == [], "\(floor.name)")
            seen.insert(floor.name)
        }
        #expect(seen.count > 15)
    }

    @Test("has its columns read")
    func samples() {
        let table = """
            | Floor | Stands on | Rooms | What it holds |
            |---|---|---|---|
            | `Store` | Kernel, SQL | Guardian, Ledger | rows |
            | `Web` | | | pages |
            | Contract | `Allowance/Pool.swift` | types |
            """
        #expect(
            Self.floors(in: table) == [
                Floor(name: "Store", imports: ["Kernel", "SQL"], rooms: ["Guardian", "Ledger"]),
                Floor(name: "Web", imports: [], rooms: []),
            ]
        )
    }

    /// The rows whose first cell is a floor's name, of tables with four columns.
    private static func floors(in document: String) -> [Floor] {
        document.split(separator: "\n").compactMap { line in
            guard let cells = line.wholeMatch(of: /\| `(\w+)` \|([^|]*)\|([^|]*)\|[^|]+\|/) else {
                return nil
            }
            return Floor(
                name: String(cells.1),
                imports: Set(words(in: cells.2)),
                rooms: words(in: cells.3)
            )
        }
    }

    private static func words(in cell: Substring) -> [String] {
        cell.matches(of: /\w+/).map { String($0.output) }
    }

    private static func folder(of floor: String) -> String {
        Tree.exists("Sources/Domain/\(floor)") ? "Sources/Domain/\(floor)" : "Sources/\(floor)"
    }
}
