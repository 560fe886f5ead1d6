import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("An import that was cut off")
struct ContinueImportTests {
    @Test("ends whole, whichever transaction it was cut off at", arguments: Engine.all)
    func everyWrite(engine: Engine) async throws {
        let interposed = Interposed()
        let clock = TestClock("2025-08-20T12:00:00Z")
        try await withServer(engine, clock: clock, interposing: interposed.make) { server in
            let database = try #require(interposed.database)
            let file = BankFile.ofx(count: 600)
            var failing = 1
            while true {
                let parent = try await server.registerParent("p\(failing)@example.com")
                let writes = Mutex(0)
                database.before { [failing] kind in
                    guard kind == .write else { return }
                    let count = writes.withLock { count in
                        count += 1
                        return count
                    }
                    // From here on the program is dead.
                    if count >= failing { throw DatabaseError(.io, "put in by a test") }
                }
                let answer = try await server.importFile(file, token: parent.token)
                let hasFailed = writes.withLock { $0 } >= failing
                database.before(nil)
                clock.advance(seconds: 60)
                let another = try server.another()
                try await another.operations.banking.continueImports(server.call())
                #expect(try await server.contents().count("bank_import_rows") == 0)
                let imports = try await parent.purser.call(API.Banking.listImports).imports
                let total = try await parent.purser.call(
                    API.Banking.listTransactions,
                    .init()
                ).total
                if let only = imports.first {
                    #expect(only.state == .done && only.counts == [600, 0, 0, 0])
                    #expect(total == 600, "write \(failing)")
                } else {
                    // It was not whole when it was cut off, and nothing of it is left.
                    #expect(answer.status >= 500 && total == 0, "write \(failing)")
                }
                #expect(try await server.faultInBooks() == nil)
                if !hasFailed { break }
                failing += 1
            }
            #expect(failing > 5)
        }
    }

    @Test("goes on after the call that began it has answered", arguments: Engine.all)
    func running(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let server = home.server
            let call = try server.call(as: home.owner)
            let response = try await server.operations.banking.importBankFile(
                .init(),
                BankFileSource(name: "a.ofx", Array(BankFile.ofx(count: 700).utf8)),
                call,
                patience: .zero
            )
            #expect(response.import.state == .running && response.import.rowsDone == 0)
            // Who goes on with it is woken, and does not look from time to time alone.
            await server.operations.banking.importSignal.wait()
            let second = try await server.importFile(
                BankFile.ofx(count: 1),
                token: home.owner.token
            )
            #expect(second.status == 409)
            server.clock.advance(seconds: 1)
            let report = try await server.operations.banking.continueImports(server.call())
            #expect(report.completed == 1 && report.failures.isEmpty)
            let done = try await home.owner.purser.call(
                API.Banking.importStatus,
                .init(id: response.import.id)
            )
            #expect(done.state == .done && done.counts == [700, 0, 0, 0])
            #expect(try await home.list().total == 700)
        }
    }

    @Test("is taken back whole, whichever transaction that was cut off at", arguments: Engine.all)
    func reverting(engine: Engine) async throws {
        let interposed = Interposed()
        let clock = TestClock("2025-08-20T12:00:00Z")
        try await withServer(engine, clock: clock, interposing: interposed.make) { server in
            let database = try #require(interposed.database)
            let parent = try await server.registerParent()
            let answer = try await server.importFile(
                BankFile.ofx(count: 600),
                token: parent.token
            )
            let id = try API.Banking.importBankFile.output(of: answer.body).import.id
            let writes = Mutex(0)
            database.before { kind in
                guard kind == .write else { return }
                let count = writes.withLock { count in
                    count += 1
                    return count
                }
                if count >= 3 { throw DatabaseError(.io, "put in by a test") }
            }
            let cut = try await parent.purser.call(API.Banking.revertImport, .init(id: id))
            #expect(cut.state == .reverting)
            database.before(nil)
            clock.advance(seconds: 60)
            try await server.operations.banking.continueImports(server.call())
            let status = try await parent.purser.call(API.Banking.importStatus, .init(id: id))
            #expect(status.state == .reverted)
            let list = try await parent.purser.call(API.Banking.listTransactions, .init())
            #expect(list.total == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("lets others decide between its pieces", arguments: Engine.all)
    func pieces(engine: Engine) async throws {
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let database = try #require(interposed.database)
            let parent = try await server.registerParent()
            let other = try await server.registerParent("other@example.com")
            let decided = Mutex(0)
            let isDeciding = Mutex(false)
            database.after { kind in
                guard kind == .write else { return }
                // What decides writes as well.
                let isFirst = isDeciding.withLock { flag in
                    defer { flag = true }
                    return !flag
                }
                guard isFirst else { return }
                _ = try await other.authorize(500)
                decided.withLock { $0 += 1 }
                isDeciding.withLock { $0 = false }
            }
            let answer = try await server.importFile(
                BankFile.ofx(count: 3_000),
                token: parent.token
            )
            database.after(nil)
            #expect(answer.status == 201)
            #expect(decided.withLock { $0 } >= 6)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is nobody else's while it runs", arguments: Engine.all)
    func leased(engine: Engine) async throws {
        let interposed = Interposed()
        let clock = TestClock("2025-08-20T12:00:00Z")
        try await withServer(engine, clock: clock, interposing: interposed.make) { server in
            let database = try #require(interposed.database)
            let parent = try await server.registerParent()
            let another = try server.another()
            let taken = Mutex(0)
            let isLooking = Mutex(false)
            // The call's own time goes on from when it began.
            database.before { _ in
                if clock.now == Timestamp(test: "2025-08-20T12:00:00Z") {
                    clock.advance(seconds: 20)
                }
            }
            database.after { kind in
                guard kind == .write else { return }
                // Whoever looks writes as well.
                let isFirst = isLooking.withLock { flag in
                    defer { flag = true }
                    return !flag
                }
                guard isFirst else { return }
                let report = try await another.operations.banking.continueImports(another.call())
                taken.withLock { $0 += report.completed }
                isLooking.withLock { $0 = false }
            }
            let answer = try await server.importFile(
                BankFile.ofx(count: 600),
                token: parent.token
            )
            database.after(nil)
            database.before(nil)
            #expect(taken.withLock { $0 } == 0)
            let found = try API.Banking.importBankFile.output(of: answer.body).import
            #expect(found.state == .done && found.counts == [600, 0, 0, 0])
        }
    }

    @Test("leaves nothing when its rows could not be kept", arguments: Engine.all)
    func discarded(engine: Engine) async throws {
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let database = try #require(interposed.database)
            let parent = try await server.registerParent()
            let hasFailed = Mutex(false)
            database.before { kind in
                guard kind == .write, !hasFailed.withLock({ $0 }) else { return }
                // The one write behind that of the import itself.
                guard try await server.contents().count("bank_imports") == 1 else { return }
                hasFailed.withLock { $0 = true }
                throw DatabaseError(.io, "put in by a test")
            }
            let file = BankFile.ofx(count: 3)
            let failed = try await server.importFile(file, token: parent.token)
            #expect(failed.status >= 500)
            database.before(nil)
            #expect(hasFailed.withLock { $0 })
            #expect(try await server.contents().count("bank_imports") == 0)
            #expect(try await server.contents().count("bank_import_rows") == 0)
            let again = try await server.importFile(file, token: parent.token)
            #expect(again.status == 201)
        }
    }

    @Test("tells how far it is", arguments: Engine.embedded)
    func progress(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let server = home.server
            try await server.following(home.owner) { events in
                let found = try await home.imported(BankFile.ofx(count: 300)).import
                var last: EventReader.Event?
                while last?.data.contains(#""state":"done""#) != true {
                    let event = try #require(await events.next())
                    if event.kind == "import_progress" { last = event }
                }
                let data =
                    #"{"import_id":\#(found.id),"state":"done","rows_done":300}"#
                #expect(last?.data == data)
            }
        }
    }
}
