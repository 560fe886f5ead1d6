import Testing

@Suite("Floors")
struct FloorTests {
    @Test("an import points down, and each outside library is imported where it belongs")
    func imports() {
        let sources = Tree.files(in: "Sources", suffix: ".swift")
        #expect(sources.flatMap(Floors.faults) == [])
    }

    @Test("the floors of the manifest are the folders of Sources")
    func everyFloor() {
        let folders = Tree.entries(of: "Sources").filter { $0 != "Domain" && !$0.hasPrefix("C") }
        let found = Set(folders + ["Contract"] + Tree.entries(of: "Sources/Domain"))
        #expect(found.symmetricDifference(Floors.imports.keys) == [])
    }

    @Test("what a floor lists is read from the manifest")
    func manifest() {
        let text = """
            floor("Attic", path: "Domain/Attic", ["Kernel", crypto]),
            floor(
                "Cellar",
                [
                    "Kernel", "Attic", logging,
                    // Only there.
                    "Web", onLinux("NIOCore", package: "swift-nio"),
                    .product(name: "GRDB", package: "GRDB.swift"),
                ],
                resources: [.embedInCode("a.sql")]
            ),
            tests("Attic", ["Attic", "Testbed"]),
            program("purser", path: "Sources/purser", ["Cellar"]),
            program("purser-bench", path: "Benchmarks", ["Attic"]),
            """
        #expect(
            Manifest(text).floors == [
                "Attic": ["Kernel"], "Cellar": ["Kernel", "Attic", "Web"], "purser": ["Cellar"],
            ]
        )
    }

    @Test("no floor imports, by way of others, what imports it")
    func noCircle() {
        for (floor, imports) in Floors.imports {
            for lower in imports {
                #expect(!Self.reach(lower).contains(floor), "\(floor) and \(lower)")
            }
        }
    }

    @Test("PurserKit reaches no database, by whatever way")
    func withoutDatabase() {
        let floors = Self.reach("PurserKit").union(["PurserKit"])
        let storing: Set = ["SQL", "SQLiteDriver", "PostgresDriver", "Store", "PurserKitStore"]
        #expect(floors.isDisjoint(with: storing))
        for library in ["CSQLite", "CLibPQ", "GRDB"] {
            #expect(Floors.outside[library]?.isDisjoint(with: floors) == true, "\(library)")
        }
    }

    private static func reach(_ floor: String) -> Set<String> {
        var found: Set<String> = []
        var next = Floors.imports[floor] ?? []
        while let module = next.popFirst() {
            guard found.insert(module).inserted else { continue }
            next.formUnion(Floors.imports[module] ?? [])
        }
        return found
    }

    @Test(
        "an import that does not belong is found, however it is written",
        arguments: [
            ("Sources/Kernel/A.swift", "import SQL", false),
            ("Sources/Kernel/A.swift", "public import Foundation", true),
            ("Sources/Domain/Guardian/A.swift", "public import Ledger", true),
            ("Sources/Domain/Guardian/A.swift", "@preconcurrency import Store", false),
            ("Sources/Store/Guardian/A.swift", "internal import struct Operations.Call", false),
            ("Sources/Store/Guardian/A.swift", "@testable public import Kernel", true),
            ("Sources/Operations/A.swift", "import Hummingbird", false),
            ("Sources/Server/A.swift", "import Hummingbird", true),
            ("Sources/Server/A.swift", "import CSQLite", false),
            ("Sources/Server/A.swift", "import Whatever", false),
            ("Sources/Server/A.swift", "// import CSQLite", true),
            ("Sources/Attic/A.swift", "", false),
        ]
    )
    func samples(path: String, text: String, isClean: Bool) {
        #expect(Floors.faults(in: SourceFile(path: path, text: text)).isEmpty == isClean)
    }
}
