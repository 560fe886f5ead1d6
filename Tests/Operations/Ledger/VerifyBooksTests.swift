import Contract
import Kernel
import Operations
import SQL
import Testbed
import Testing

@Suite("Verifying the books")
struct VerifyBooksTests {
    @Test("finds nothing wrong in books that only the program wrote", arguments: Engine.all)
    func sound(engine: Engine) async throws {
        try await withServer(engine) { server in
            let empty = try await server.operations.ledger.verifyBooks()
            #expect(empty.households == 0 && empty.links == 0 && empty.firstFault == nil)
            let parent = try await TamperedBooks.fill(server)
            let stranger = try await server.registerParent("stranger@example.com")
            let report = try await server.operations.ledger.verifyBooks()
            #expect(report.firstFault == nil)
            #expect(report.households == 2)
            #expect(report.links == TamperedBooks.links + 1)
            #expect(
                try await server.operations.ledger.verify(parent.household) == TamperedBooks.links
            )
            #expect(try await server.operations.ledger.verify(stranger.household) == 1)
        }
    }

    @Test("names the row whose content was changed", arguments: Engine.all, Tampering.contents)
    func contents(engine: Engine, tampering: Tampering) async throws {
        try await expectFault(engine, tampering)
    }

    @Test(
        "names the row beside which a link is not where it was",
        arguments: Engine.all,
        Tampering.places
    )
    func places(engine: Engine, tampering: Tampering) async throws {
        try await expectFault(engine, tampering)
    }

    @Test("names the row that cannot be read", arguments: Engine.all, Tampering.unreadable)
    func unreadable(engine: Engine, tampering: Tampering) async throws {
        try await expectFault(engine, tampering)
    }

    @Test("names the balance or sum that does not fit", arguments: Engine.all, Tampering.sums)
    func sums(engine: Engine, tampering: Tampering) async throws {
        try await expectFault(engine, tampering)
    }

    @Test("goes on to other households, and names the one that does not fit", arguments: Engine.all)
    func households(engine: Engine) async throws {
        try await withServer(engine) { server in
            var members: [TestMember] = []
            for number in 1...3 {
                members.append(try await server.registerParent("parent\(number)@example.com"))
            }
            let last = try #require(members.map(\.household).max())
            _ = try await server.database.write { session in
                try session.run(
                    Statement("UPDATE edits SET body = '{}' WHERE household_id = $1"),
                    [.id(last)]
                )
            }
            let report = try await server.operations.ledger.verifyBooks()
            #expect(report.households == 2)
            #expect(report.firstFault?.household == last)
            #expect(report.firstFault?.description.hasPrefix("household \(last): edits ") == true)
        }
    }

    private func expectFault(_ engine: Engine, _ tampering: Tampering) async throws {
        try await withServer(engine) { server in
            let parent = try await TamperedBooks.fill(server)
            let named = try await row(tampering.row, server)
            let changed = try await server.database.write { session in
                try session.run(Statement(tampering.sql))
            }
            try #require(changed > 0)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row.hasPrefix(named) == true, "\(fault?.row ?? "nothing") is named")
            #expect(fault?.reason == tampering.reason)
        }
    }

    /// `transfers 5` is the transfer that is link 5; its id is what is named.
    private func row(_ text: String, _ server: InProcessServer) async throws -> String {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let sequence = Int64(parts[1]) else { return text }
        guard sequence != 100 else { return "\(parts[0]) ffffffff" }
        let id = try await server.database.read { session in
            try session.first(
                Statement("SELECT id FROM \(parts[0]) WHERE sequence = $1"),
                [.integer(sequence)]
            ) { $0.text(0) }
        }
        return "\(parts[0]) \(try #require(id))"
    }
}
