import ArgumentParser
import Contract
import Foundation
import Kernel
import Ledger
import Operations
import SQL
import Server
import Store

/// Fills a database with one family that has records to copy and a long chain, and a parent's
/// token.
struct SeedCopies: AsyncParsableCommand {
    @Option(help: "sqlite:///abs/path.db or postgresql://…") var database: String
    @Option(help: "How many links the chain has, at least.") var links = 1_000_000
    @Option(help: "The file for the token.") var tokens: String
    @Option(help: "The key file.") var keys: String

    /// Limits of two members, geofences and chores: 500 records.
    private static let (rules, fences, chores) = (200, 32, 36)
    private static let page = 1_000

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys)
        let operations = bench.operations
        let parent = try await operations.identity.registerParent(
            API.Allowance.RegisterParentRequest(
                email: SyncCopies.email,
                password: Password(SyncCopies.password),
                firstName: "Parent",
                lastName: "Bench",
                familyName: "Bench Family"
            ),
            bench.call()
        )
        let now = SystemTime.now()
        guard let bearer = operations.identity.tokens.bearer(of: parent.token, now: now) else {
            throw ValidationError("a token is not good")
        }
        _ = try await operations.identity.registerChild(
            API.Allowance.RegisterChildRequest(
                email: "child@bench.example",
                password: Password(SyncCopies.password),
                firstName: "Child",
                lastName: "Bench",
                weeklyAllowance: DecimalAmount(minor: 1_000)
            ),
            bench.call(.member(bearer))
        )
        try await addRecords(bearer, bench)
        try await addLinks(bearer, bench)
        try Data("\(parent.token)\n".utf8).write(to: URL(filePath: tokens))
        await bench.database.close()
    }

    private func addRecords(_ bearer: SignedIn, _ bench: Bench) async throws {
        let (sync, ids) = (bench.operations.sync, SystemIDs())
        let (call, now) = ({ bench.call(.member(bearer)) }, SystemTime.now())
        let found = try await bench.database.read { session in
            try Children.list(of: bearer.household, in: session).first
        }
        guard let child = found else { throw ValidationError("the child is not there") }
        for member in [bearer.member, child.member] {
            for number in 0..<Self.rules {
                let value = API.Sync.RuleValue(
                    memberID: member,
                    category: "category \(number)",
                    monthlyLimitCents: 10_000
                )
                let write = SyncWrite(new: ids.next(Entity.Rule.self, at: now), value)
                _ = try await sync.put(SyncOperations.rules, write, call())
            }
            for number in 0..<Self.fences {
                let value = API.Sync.GeofenceValue(
                    memberID: member,
                    name: "Fence \(number)",
                    lat: 40.5,
                    lon: -74,
                    radiusM: 500,
                    policy: .block
                )
                let write = SyncWrite(new: ids.next(Entity.Geofence.self, at: now), value)
                _ = try await sync.put(SyncOperations.geofences, write, call())
            }
        }
        for number in 0..<Self.chores {
            let value = API.Sync.ChoreValue(
                childID: child.id,
                title: "Chore \(number)",
                reward: DecimalAmount(minor: 100),
                state: .assigned
            )
            let write = SyncWrite(new: ids.next(Entity.Chore.self, at: now), value)
            _ = try await sync.put(sync.chores, write, call())
        }
    }

    /// Links that change no record, as most of a chain's are.
    private func addLinks(_ bearer: SignedIn, _ bench: Bench) async throws {
        let (household, ids) = (bearer.household, SystemIDs())
        var isWhole = false
        while !isWhole {
            let call = bench.call(.member(bearer))
            isWhole = try await bench.database.write { session in
                guard var head = try Households.head(of: household, in: session) else {
                    throw ValidationError("a household has no chain")
                }
                for _ in 0..<Self.page {
                    let edit = Edit(
                        id: ids.next(at: call.now),
                        household: household,
                        author: bearer.member,
                        kind: .profileSet,
                        subject: bearer.member.text,
                        body: #"{"mode":"balanced"}"#,
                        madeAt: call.now
                    )
                    head = try Edits.append(edit, to: head, in: session)
                }
                return head.sequence >= Int64(links)
            }
        }
    }
}
