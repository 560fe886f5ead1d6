import Kernel
import SQL
import Store
import Testbed
import Testing

@testable import Operations

@Suite("The right to go on with an import")
struct ImportLeaseTests {
    @Test("is lost once somebody else took it", arguments: Engine.all)
    func taken(engine: Engine) async throws {
        try await withServer(engine) { server in
            let owner = try await server.registerParent()
            let call = server.call()
            let id: ID<Entity.BankImport> = call.newID()
            let (first, second) = (ImportLease(id, call), ImportLease(id, call))
            try await server.database.write { session in
                var record = BankImportRecord(
                    id: id,
                    member: owner.id,
                    account: nil,
                    format: "ofx",
                    fileName: "a.ofx",
                    createdAt: call.now
                )
                first.extend(&record, now: call.now)
                try BankImports.insert(record, in: session)
                #expect(try first.record(in: session).lease == first.holder)
                #expect(throws: LeaseLost.self) { try second.record(in: session) }
                second.extend(&record, now: call.now)
                try BankImports.save(record, in: session)
                #expect(throws: LeaseLost.self) { try first.record(in: session) }
                #expect(try second.record(in: session).lease == second.holder)
            }
        }
    }
}
