import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

/// A family of a parent and two children, and a family that is none of its business.
struct AllowanceFamily: Sendable {
    /// A child with its profile.
    struct Child: Sendable {
        let member: TestMember
        let id: ID<Entity.Child>

        /// The path of the child.
        var path: String { "/api/v1/children/\(id.text)" }
    }

    let server: InProcessServer
    let parent: TestMember
    let child: Child
    let sibling: Child
    let stranger: TestMember
    let strangersChild: Child

    init(_ server: InProcessServer) async throws {
        self.server = server
        parent = try await server.registerParent()
        child = try await server.profiled("alice@example.com", of: parent)
        sibling = try await server.profiled("bob@example.com", of: parent)
        stranger = try await server.registerParent("stranger@example.com")
        strangersChild = try await server.profiled("kid@example.com", of: stranger)
    }

    /// Puts money from outside into a child's wallet.
    func fund(_ minor: Int64, _ child: Child? = nil) async throws {
        let id = (child ?? self.child).id
        let household = parent.household
        let accounts = try await server.database.read { session in
            let profile = try Children.find(id, of: household, in: session)
            let world = try Accounts.world(of: household, currency: .usd, in: session)
            return (world: world?.id, wallet: profile?.wallet)
        }
        let deposit = NewTransfer(
            debitAccount: try #require(accounts.world),
            creditAccount: try #require(accounts.wallet),
            amount: Money(minor: minor, currency: .usd),
            kind: .deposit,
            occurredAt: server.clock.now
        )
        _ = try await server.operations.ledger.recordTransfers(
            [deposit],
            of: household,
            server.call()
        )
    }

    /// Sets what the pool of the family holds.
    func setPool(_ balance: String) async throws {
        let body = #"{"balance":\#(balance)}"#
        let path = "/api/v1/families/current/pool"
        let answer = try await server.raw("PUT", path, body, token: parent.token)
        #expect(answer.status == 200)
    }

    /// The child's movements, newest first.
    func movements() async throws -> [WalletMovement] {
        let id = child.id
        return try await server.database.read { session in
            try WalletMovements.list(of: id, limit: 100, in: session)
        }
    }

    /// What the child has, jar by jar, in minor units: spend, save, give.
    func jars() async throws -> [Int64] {
        let jars = try await parent.purser.call(API.Allowance.getJars, .init(childID: child.id))
        #expect(jars.total.minor == jars.spend.minor + jars.save.minor + jars.give.minor)
        return [jars.spend.minor, jars.save.minor, jars.give.minor]
    }
}

/// Runs `work` with two families; afterwards the books must fit.
func withFamily(
    _ engine: Engine,
    _ work: (AllowanceFamily) async throws -> Void
) async throws {
    try await withServer(engine) { server in
        try await work(try await AllowanceFamily(server))
        #expect(try await server.faultInBooks() == nil)
    }
}

extension InProcessServer {
    /// Registers a child, and finds its profile.
    fileprivate func profiled(
        _ email: String,
        of parent: TestMember
    ) async throws -> AllowanceFamily.Child {
        let member = try await registerChild(email, of: parent)
        let profile = try await database.read { try Children.find(of: member.id, in: $0) }
        return AllowanceFamily.Child(member: member, id: try #require(profile).id)
    }
}

/// A call that is refused, and changes nothing.
struct RefusedCall: Sendable {
    let caller: TestMember
    let method: String
    let path: String
    let body: String?
    let status: Int
    let code: String
    let faults: [String]?

    /// The code is the status's usual one; `faults` are compared when they are given.
    init(
        _ caller: TestMember,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        answers status: Int,
        code: String? = nil,
        faults: [String]? = nil
    ) {
        self.caller = caller
        self.method = method
        self.path = path
        self.body = body
        self.status = status
        self.code = code ?? Self.codes[status, default: ""]
        self.faults = faults
    }

    private static let codes = [
        400: "VALIDATION_ERROR", 403: "FORBIDDEN", 404: "NOT_FOUND", 409: "CONFLICT",
    ]
}

extension AllowanceFamily {
    /// Makes calls that must be refused as they say, with no row of any table changed.
    func expectRefused(_ calls: [RefusedCall]) async throws {
        let before = try await server.contents()
        for call in calls {
            let answer = try await server.raw(
                call.method,
                call.path,
                call.body,
                token: call.caller.token
            )
            let name = "\(call.method) \(call.path) \(call.body ?? "") by \(call.caller.email)"
            #expect(answer.status == call.status, "\(name): \(answer.text)")
            #expect(try answer.string("error.code") == call.code, "\(name)")
            if let faults = call.faults {
                #expect(try answer.faults() == faults, "\(name)")
            }
        }
        #expect(try await server.contents().changed(since: before) == [])
    }

    /// What is to be sent for text of so many characters, and for one more.
    static func text(_ count: Int) -> String { String(repeating: "ä", count: count) }
}
