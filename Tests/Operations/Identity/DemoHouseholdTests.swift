import Contract
import Operations
import Testbed
import Testing

@Suite("The demo household")
struct DemoHouseholdTests {
    @Test("is made once, and left as it is", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withServer(engine) { server in
            #expect(try await server.operations.createDemoHousehold(seed: 1, server.call()))
            let made = try await server.contents()
            #expect(try await !server.operations.createDemoHousehold(seed: 2, server.call()))
            #expect(try await server.contents() == made)
        }
    }

    @Test("that was begun and not finished is told, and nothing is added", arguments: Engine.all)
    func half(engine: Engine) async throws {
        try await withServer(engine) { server in
            _ = try await server.operations.identity.createUser(
                email: DemoHousehold.signIns[0].email,
                password: Password(DemoHousehold.password),
                firstName: "Ana",
                lastName: "Demo",
                timeZone: nil,
                server.call()
            )
            let before = try await server.contents()
            let problem = await #expect(throws: Problem.self) {
                try await server.operations.createDemoHousehold(seed: 1, server.call())
            }
            #expect(problem?.kind == .conflict)
            #expect(try await server.contents() == before)
        }
    }
}
