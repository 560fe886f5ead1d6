import Dispatch
import SQL
import Testbed
import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test("a read sees one state while others write", arguments: Engine.all)
    func oneState(engine: Engine) async throws {
        try await withThings(engine) { database in
            let (hasRead, reader) = AsyncStream<Void>.makeStream()
            let written = DispatchSemaphore(value: 0)
            async let counts = database.read { session in
                let before = try Things.count(session)
                reader.yield()
                written.wait()
                return [before, try Things.count(session)]
            }
            for await _ in hasRead { break }
            try await database.put("a")
            written.signal()
            #expect(try await counts == [0, 0])
            try await expectNames(["a"], database)
        }
    }

    @Test("a write that throws leaves nothing, and its error comes through", arguments: Engine.all)
    func nothingRemains(engine: Engine) async throws {
        try await withThings(engine) { database in
            await #expect(throws: Refusal()) {
                try await database.write { session in
                    try session.run(Things.insertNamed, [.text("a")])
                    throw Refusal()
                }
            }
            try await expectNames([], database)
        }
    }

    @Test("of many writes at once those that throw fail alone", arguments: Engine.all)
    func aloneInAGroup(engine: Engine) async throws {
        try await withThings(engine) { database in
            let failed = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        do {
                            try await database.write { session in
                                try session.run(Things.insertNamed, [.text("n\(number)")])
                                if number % 3 == 0 { throw Refusal() }
                            }
                            return nil
                        } catch is Refusal {
                            return number
                        }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { if let n = $1 { $0.insert(n) } }
            }
            #expect(failed == Set((0..<60).filter { $0 % 3 == 0 }))
            let names = (0..<60).filter { $0 % 3 != 0 }.map { "n\($0)" }
            #expect(try await Set(database.names()) == Set(names))
        }
    }

    @Test("concurrent increments sum up exactly", arguments: Engine.all)
    func increments(engine: Engine) async throws {
        try await withThings(engine) { database in
            _ = try await database.write { session in
                try session.run(Things.insert, [.text("sum"), .integer(0), .null])
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask { try await Self.increment(database) }
                }
                try await group.waitForAll()
            }
            let sum = try await database.read { session in
                try session.first(Things.amount, [.text("sum")]) { $0.integer(0) }
            }
            #expect(sum == 40)
        }
    }

    @Test("a write inside a read is a mistake of ours", arguments: Engine.all)
    func writeInRead(engine: Engine) async throws {
        try await withThings(engine) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.run(Things.insertNamed, [.text("a")]) }
            }
            #expect(error?.code == .statement)
            try await expectNames([], database)
        }
    }

    @Test("a closed database refuses everything, and closes twice", arguments: Engine.all)
    func closed(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.put("a")
            await database.close()
            await database.close()
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await database.read { try Things.count($0) } },
                { _ = try await database.write { try Things.count($0) } },
                { _ = try await database.exclusively { try Things.count($0) } },
            ]
            for call in calls {
                let error = await #expect(throws: DatabaseError.self) { try await call() }
                #expect(error?.code == .unavailable)
            }
        }
    }

    @Test("what was accepted before closing is finished", arguments: Engine.all)
    func drained(engine: Engine) async throws {
        try await withThings(engine) { database in
            let (begun, writer) = AsyncStream<Void>.makeStream()
            let closing = DispatchSemaphore(value: 0)
            async let written = database.write { session in
                writer.yield()
                closing.wait()
                return try session.run(Things.insertNamed, [.text("a")])
            }
            for await _ in begun { break }
            async let closed: Void = database.close()
            closing.signal()
            let changed = try await written
            await closed
            #expect(changed == 1)
        }
    }

    private static func increment(_ database: any Database) async throws {
        try await database.write { session in
            let sum = try session.first(Things.amount, [.text("sum")]) { $0.integer(0) } ?? -1
            try session.run(Things.add, [.integer(sum + 1), .text("sum")])
        }
    }
}
