import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// A family with its parent and its child in the web app.
struct FamilyVisit {
    static let home = "/app/family"

    /// A form that pays into the wallet.
    static let pay = [
        "do": "move", "type": "Credit", "amount": "12.50", "description": "Birthday <b>money</b>",
    ]

    let server: InProcessServer
    let parent: TestMember
    let child: TestMember
    let id: ID<Entity.Child>
    let parents: WebVisit
    let childs: WebVisit

    /// The parent's page of the child.
    var path: String { "\(Self.home)/\(id.text)" }

    init(_ server: InProcessServer) async throws {
        self.server = server
        parent = try await server.registerParent()
        child = try await server.registerChild(of: parent)
        id = try await child.ownChildID()
        parents = try await WebVisit.signedIn(parent, server)
        childs = try await WebVisit.signedIn(child, server)
    }

    /// Opens a page, a moment later: nobody is to come too often.
    func get(_ path: String, as visit: WebVisit) async throws -> TransportResponse {
        server.clock.advance(seconds: 1)
        return try await visit.get(path)
    }

    /// Sends one of the page's forms.
    func send(
        _ page: TransportResponse,
        to path: String,
        _ fields: [String: String],
        as visit: WebVisit
    ) async throws -> TransportResponse {
        server.clock.advance(seconds: 1)
        // What is hidden in the page's first form is not of the form that is meant.
        return try await visit.send(page, to: path, ["id": ""].merging(fields) { $1 })
    }

    /// Opens the parent's page of the child, and sends one of its forms.
    @discardableResult
    func change(_ fields: [String: String]) async throws -> TransportResponse {
        try await send(try await get(path, as: parents), to: path, fields, as: parents)
    }

    /// Opens the child's own page, and sends one of its forms.
    @discardableResult
    func doOwn(_ fields: [String: String]) async throws -> TransportResponse {
        let page = try await get(Self.home, as: childs)
        return try await send(page, to: Self.home, fields, as: childs)
    }

    func balance() async throws -> Int64 {
        try await parent.purser.call(
            API.Allowance.walletBalance,
            API.Allowance.ChildRequest(childID: id)
        ).currentBalance.minor
    }

    func chores() async throws -> [API.Allowance.ChoreResponse] {
        try await parent.purser.call(
            API.Allowance.listChores,
            API.Allowance.ChoresRequest(childID: id)
        ).chores
    }

    func requests() async throws -> [API.Allowance.MoneyRequestResponse] {
        try await parent.purser.call(
            API.Allowance.listMoneyRequests,
            API.Allowance.MoneyRequestsRequest()
        ).requests
    }
}

/// Runs `work` with a family whose members are in the web app; afterwards the books must fit.
func withFamily(
    _ engine: Engine = .sqlite,
    _ work: (FamilyVisit) async throws -> Void
) async throws {
    try await withServer(engine) { server in
        try await work(try await FamilyVisit(server))
        #expect(try await server.faultInBooks() == nil)
    }
}
