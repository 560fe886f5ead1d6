import ArgumentParser
import Contract
import Foundation
import Kernel
import PurserKit
import PurserKitStore
import PurserTesting

/// Measures the SDK: what a call costs over its transport, how fast queued writes are done, and how
/// fast records are merged.
struct Sdk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the SDK: a call over its transport, queued writes, merged records."
    )

    @Option(help: "The server that queued writes go to, such as http://127.0.0.1:8080.")
    var url: String
    @Option(help: "How many calls, with the SDK and without.") var calls = 2_000
    @Option(help: "How many queued writes.") var writes = 10_000
    @Option(help: "How many merged records.") var records = 10_000

    func validate() throws {
        guard calls > 0, writes > 0, records > 0 else {
            throw ValidationError("--calls, --writes and --records must be more than 0")
        }
    }

    func run() async throws {
        let (bare, whole) = try await LocalServer.with { try await Calls(of: $0).measure(calls) }
        let microseconds = { (time: Duration) in time / .microseconds(1) }
        print("\(microseconds(bare)) us a bare call, \(microseconds(whole)) us with the SDK")
        let (kept, done) = try await Writes(to: url).measure(writes)
        print("\(writes) writes queued in \(kept / .seconds(1)) s, done in \(done / .seconds(1)) s")
        let merged = Merges(records).measure()
        print("\(records) records merged in \(merged / .seconds(1)) s")
    }

    /// A client that lets through as many calls as there are; no pace is measured here.
    fileprivate static func configuration(_ url: String) -> PurserKit.Configuration {
        var configuration = PurserKit.Configuration(.development, at: url)
        configuration.pace = .unlimited
        configuration.storage = .temporary
        return configuration
    }

    /// A family of its own, with one child.
    fileprivate static func family(
        _ purser: Purser
    ) async throws -> (
        token: String, child: ID<Entity.Child>
    ) {
        let name = UUID().uuidString.lowercased()
        let parent = try await purser.session.registerParent(
            email: "parent-\(name)@bench.example",
            password: "password123",
            firstName: "Pat",
            lastName: "Doe",
            familyName: "Doe"
        )
        _ = try await purser.allowance.registerChild(
            email: "child-\(name)@bench.example",
            password: "password123",
            firstName: "Alex",
            lastName: "Doe",
            weeklyAllowance: DecimalAmount(minor: 1_000)
        )
        guard let child = try await purser.allowance.familyChildren().children.first else {
            throw ValidationError("the child is not there")
        }
        return (parent.token, child.childID)
    }
}

/// The same purchase in process, handed to the transport and made with the SDK, by turns.
private struct Calls {
    private let server: LocalServer

    init(of server: LocalServer) { self.server = server }

    /// The medians of a bare call and of one with the SDK.
    func measure(_ count: Int) async throws -> (bare: Duration, whole: Duration) {
        let purser = try server.purser(
            configuration: Sdk.configuration("http://127.0.0.1:8080")
        )
        let token = try await Sdk.family(purser).token
        var bare: [Duration] = []
        var whole: [Duration] = []
        // The first tenth warms up.
        for number in 0..<(count + count / 10) {
            let one = try await bareCall(token, number)
            let other = try await wholeCall(purser)
            guard number >= count / 10 else { continue }
            bare.append(one)
            whole.append(other)
        }
        await purser.shutdown()
        return (bare.sorted()[count / 2], whole.sorted()[count / 2])
    }

    private func bareCall(_ token: String, _ number: Int) async throws -> Duration {
        let request = TransportRequest(
            .post,
            "/guardian/authorize",
            headers: [
                "Authorization": "Bearer \(token)", "Idempotency-Key": "bare-\(number)",
                "Content-Type": "application/json",
            ],
            body: Array(#"{"amount_cents":500,"merchant":"Starbucks","category":"fun"}"#.utf8)
        )
        return try await ContinuousClock().measure {
            let response = try await server.transport.send(request)
            precondition(response.status == 200, "the bench's own purchases are decided")
        }
    }

    private func wholeCall(_ purser: Purser) async throws -> Duration {
        try await ContinuousClock().measure {
            _ = try await purser.guardian.authorizePurchase(
                amountCents: 500,
                merchant: "Starbucks",
                category: "fun"
            )
        }
    }
}

/// Writes that wait on the disk and then go to a server over the loopback.
private struct Writes {
    private let url: String
    /// Things that the writes are about; each one's are done in their order.
    private static let things = 16

    init(to url: String) { self.url = url }

    /// How long it takes to queue writes, and to do them.
    func measure(_ count: Int) async throws -> (kept: Duration, done: Duration) {
        let purser = try Purser(configuration: Sdk.configuration(url))
        let child = try await Sdk.family(purser).child
        let clock = ContinuousClock()
        let kept = try await clock.measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for thing in 0..<Self.things {
                    group.addTask {
                        for number in stride(from: thing, to: count, by: Self.things) {
                            try await purser.offline.add(
                                API.Allowance.createWalletTransaction,
                                .init(
                                    childID: child,
                                    amount: DecimalAmount(minor: 1),
                                    type: .credit,
                                    description: "\(number)"
                                ),
                                about: "\(thing)"
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        var report: DrainReport?
        let done = try await clock.measure { report = try await purser.offline.drain() }
        let balance = try await purser.allowance.walletBalance(childID: child).currentBalance
        await purser.shutdown()
        guard report?.done == count, balance.minor == Int64(count) else {
            throw ValidationError("\(report?.done ?? 0) were done, the wallet holds \(balance)")
        }
        return (kept, done)
    }
}

/// Records of ten fields, of which the device changed some and the server others.
private struct Merges {
    private let records: [(base: [String: JSON], mine: [String: JSON], theirs: [String: JSON])]

    init(_ count: Int) {
        records = (0..<count).map { number in
            let base = Dictionary(
                uniqueKeysWithValues: (0..<10).map { ("field\($0)", JSON.number("\(number)")) }
            )
            var mine = base
            var theirs = base
            mine["field\(number % 10)"] = .string("mine")
            theirs["field\(number % 7)"] = .string("theirs")
            return (base, mine, theirs)
        }
    }

    /// How long it takes to merge them.
    func measure() -> Duration {
        let merge = CopyMerge()
        var conflicts = 0
        let time = ContinuousClock().measure {
            for record in records {
                conflicts +=
                    merge.merged(base: record.base, own: record.mine, theirs: record.theirs)
                    .clashes.count
            }
        }
        precondition(conflicts > 0 || records.count < 10, "some fields were changed on both sides")
        return time
    }
}
