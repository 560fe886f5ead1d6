import ArgumentParser
import Contract
import Foundation
import Kernel
import Ledger
import Operations
import SQL
import Server
import Store

/// Fills a database with one family whose children have many movements, and a parent's token.
struct SeedFamily: AsyncParsableCommand {
    @Option(help: "sqlite:///abs/path.db or postgresql://…") var database: String
    @Option(help: "How many children.") var children = 10
    @Option(help: "Movements of all children together.") var movements = 100_000
    @Option(help: "Days that they span, up to now.") var days = 365
    @Option(help: "The file for the token.") var tokens: String
    @Option(help: "The key file.") var keys: String

    private static let password = "bench-password-1"
    private static let page = 100

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys)
        let start = SystemTime.now().adding(seconds: -Int64(days) * 86_400)
        let parent = try await bench.operations.identity.registerParent(
            API.Allowance.RegisterParentRequest(
                email: "parent@bench.example",
                password: Password(Self.password),
                firstName: "Parent",
                lastName: "Bench",
                familyName: "Bench Family"
            ),
            bench.call()
        )
        guard
            let bearer = bench.operations.identity.tokens.bearer(
                of: parent.token,
                now: SystemTime.now()
            )
        else { throw ValidationError("a token is not good") }
        for number in 0..<children {
            _ = try await bench.operations.identity.registerChild(
                API.Allowance.RegisterChildRequest(
                    email: "child\(number)@bench.example",
                    password: Password(Self.password),
                    firstName: "Child \(number)",
                    lastName: "Bench",
                    weeklyAllowance: DecimalAmount(minor: 1_000)
                ),
                bench.call(.member(bearer))
            )
        }
        try await addMovements(bearer, bench, from: start)
        try Data("\(parent.token)\n".utf8).write(to: URL(filePath: tokens))
        await bench.database.close()
    }

    /// Deposits, evenly over the children and the days.
    private func addMovements(
        _ bearer: SignedIn,
        _ bench: Bench,
        from start: Timestamp
    ) async throws {
        let (world, wallets) = try await bench.database.read { session in
            (
                try Accounts.world(of: bearer.household, currency: .usd, in: session),
                try Children.list(of: bearer.household, in: session).map(\.wallet)
            )
        }
        guard let world else { throw ValidationError("a household has no World account") }
        for first in stride(from: 0, to: movements, by: Self.page) {
            let offset = Int64(days) * 86_400 * Int64(first) / Int64(movements)
            let now = start.adding(seconds: offset)
            let page = (first..<min(first + Self.page, movements)).map { index in
                NewTransfer(
                    debitAccount: world.id,
                    creditAccount: wallets[index % wallets.count],
                    amount: Money(minor: Int64(100 + index % 900), currency: .usd),
                    kind: .deposit,
                    details: Transfer.Details(text: "Deposit"),
                    author: bearer.member,
                    occurredAt: now
                )
            }
            let call = Call(
                caller: .anonymous(address: "bench"),
                now: now,
                ids: SystemIDs(),
                trace: "bench"
            )
            _ = try await bench.operations.ledger.recordTransfers(page, of: bearer.household, call)
        }
    }
}
