import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Mappings of columns that are remembered")
struct CSVMappingsTests {
    @Test("are a member's newest, and of each header the last", arguments: Engine.all)
    func newest(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let most = Limits.mappingsPerMember
                for number in 0...most {
                    try CSVMappings.save(
                        "mapping \(number)",
                        for: "header \(number)",
                        of: seed.parent,
                        now: Seed.now.adding(seconds: Int64(number)),
                        in: session
                    )
                }
                let find = { (number: Int) in
                    try CSVMappings.find("header \(number)", of: seed.parent, in: session)
                }
                #expect(try find(0) == nil)
                #expect(try find(1) == "mapping 1")
                #expect(try find(most) == "mapping \(most)")
                // What is used again is the newest, and no second one.
                try CSVMappings.save(
                    "another",
                    for: "header 1",
                    of: seed.parent,
                    now: Seed.now.adding(seconds: 1_000),
                    in: session
                )
                #expect(try find(1) == "another")
                #expect(try find(2) == "mapping 2")
                #expect(try CSVMappings.find("header 1", of: seed.child, in: session) == nil)
            }
        }
    }
}
