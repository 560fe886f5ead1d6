import Contract
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

/// What children pay with their wallets, in short.
extension TestMember {
    /// Makes a child's wallet what it pays with.
    @discardableResult
    func setWalletSource(of child: TestMember) async throws -> API.Guardian.FundingSource {
        try await purser.call(
            API.Guardian.setWalletSource,
            .init(userID: MemberReference(child.id.text))
        )
    }

    /// Ends that a child's wallet is what it pays with.
    @discardableResult
    func deleteWalletSource(of child: TestMember) async throws -> API.Guardian.Status {
        try await purser.call(
            API.Guardian.deleteWalletSource,
            .init(userID: MemberReference(child.id.text))
        )
    }
}

extension InProcessServer {
    /// Registers a parent and a child who pays with its wallet, which holds some money.
    func registerPayingChild(
        _ minor: Int64,
        _ name: String = "doe"
    ) async throws -> (parent: TestMember, child: TestMember) {
        let parent = try await registerParent("parent@\(name).example")
        let child = try await registerChild("child@\(name).example", of: parent)
        try await fillWallet(of: child, minor)
        try await parent.setWalletSource(of: child)
        return (parent, child)
    }

    /// Puts money into a child's wallet.
    func fillWallet(of child: TestMember, _ minor: Int64) async throws {
        let wallet = try await walletAccount(of: child)
        try await record(wallet.income(minor, on: clock.now), in: wallet)
    }

    /// What a child's wallet holds.
    func walletMinor(of child: TestMember) async throws -> Int64? {
        try await database.read { try Children.find(of: child.id, in: $0)?.balance.minor }
    }

    /// A child's wallet as an account.
    func walletAccount(of child: TestMember) async throws -> TestAccount {
        try await database.read { session in
            let wallet = try #require(try Children.find(of: child.id, in: session)?.wallet)
            let world = try Accounts.world(of: child.household, currency: .usd, in: session)
            return TestAccount(owner: child, id: wallet, world: try #require(world?.id))
        }
    }
}
