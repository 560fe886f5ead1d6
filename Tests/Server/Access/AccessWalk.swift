import Contract
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed

/// One row of the access table on its way through a server, cell by cell.
struct AccessWalk {
    static let operatorToken = "the operator's token of this test"

    private let row: AccessTable.Row
    private let server: InProcessServer
    private let child: TestMember
    private let parent: TestMember
    private let stranger: TestMember
    private let spent: [String]

    init(_ row: AccessTable.Row, on server: InProcessServer) async throws {
        self.row = row
        self.server = server
        parent = try await server.registerParent()
        child = try await server.registerChild(of: parent)
        stranger = try await server.registerParent("stranger@roe.example")
        let ended = [try await server.login(parent.email), try await server.login(child.email)]
        for member in ended { _ = try await member.purser.call(API.Banking.logoutUser) }
        spent = ["bad"] + ended.map(\.token)
    }

    private var endpoint: (any EndpointDeclaration)? { API.all.first { $0.name == row.name } }

    // MARK: Who calls

    /// Holds the answer to a caller, whose token was given everything, against a cell.
    func hold(_ caller: AccessTable.Caller, _ cell: String) async throws {
        let tokens = try await tokens(of: caller)
        let before = try await server.contents()
        for token in tokens {
            let answer = try await send(token)
            expect(answer, cell, "\(row.name) as \(caller)")
        }
        guard ["401", "403"].contains(cell) else { return }
        #expect(try await server.contents() == before, "\(row.name) as \(caller)")
    }

    private func tokens(of caller: AccessTable.Caller) async throws -> [String?] {
        switch caller {
        case .nobody: [nil]
        case .spent: spent
        case .operator: [Self.operatorToken]
        case .child: [try await token(of: child, .all)]
        case .parent: [try await token(of: parent, .all)]
        case .stranger: [try await token(of: stranger, .all)]
        }
    }

    // MARK: What the token was given

    /// Holds the answers to each role with each scope against the cells: the role decides first.
    func hold(_ callers: [AccessTable.Caller: String], _ cells: [String]) async throws {
        let roles = [(AccessTable.Caller.child, child), (.parent, parent), (.stranger, stranger)]
        var open: [(TestMember, APIScopes, String, Comment)] = []
        var closed: [(String, String, Comment)] = []
        for (caller, member) in roles {
            let role = callers[caller] ?? ""
            for (grant, cell) in zip(AccessTable.grants, cells) {
                let comment: Comment = "\(row.name) as \(caller) with \(grant.word)"
                let isOpen = role != "403" && cell != "403"
                if isOpen {
                    open.append((member, grant.scopes, role, comment))
                } else {
                    let token = try await token(of: member, grant.scopes)
                    closed.append((token, role == "403" ? "role" : "scope", comment))
                }
            }
        }
        let before = try await server.contents()
        for (token, reason, comment) in closed {
            let answer = try await send(token)
            expect(answer, "403", comment)
            #expect(try missingScope(in: answer) == (reason == "scope" ? scope : nil), comment)
        }
        #expect(try await server.contents() == before, "\(row.name)")
        for (member, scopes, cell, comment) in open {
            // Some calls end the session, so each has one of its own.
            expect(try await send(try await token(of: member, scopes)), cell, comment)
        }
    }

    /// The word that a refusal names: what the call needs.
    private var scope: String? {
        let yes = zip(AccessTable.grants, row.grants).filter { $1 == "yes" }.map(\.0)
        // Of a word and the one that it is less than, the call needs the lesser.
        return yes.min { $0.scopes.rawValue.nonzeroBitCount < $1.scopes.rawValue.nonzeroBitCount }?
            .word
    }

    private func missingScope(in answer: TransportResponse) throws -> String? {
        let isFlat = try answer.json()["error"]?["code"] == nil
        let named = try answer.string(isFlat ? "scope" : "error.details.scope")
        let error = named.map { #"Bearer error="insufficient_scope", scope="\#($0)""# }
        #expect(answer.headers["WWW-Authenticate"] == error)
        #expect(try answer.string(isFlat ? "error" : "error.code")?.lowercased() == "forbidden")
        return named
    }

    // MARK: Calls

    /// A token of a session of its own.
    private func token(of member: TestMember, _ scopes: APIScopes) async throws -> String {
        let call = server.call()
        let id: ID<Entity.Session> = call.newID()
        try await server.database.write { session in
            try Sessions.insert(id, of: member.id, now: call.now, in: session)
        }
        let role = member.id == child.id ? "Child" : "Parent"
        let bearer = SignedIn(
            member: member.id,
            household: member.household,
            role: role,
            session: id,
            scopes: scopes
        )
        let tokens = server.operations.identity.tokens
        return try tokens.accessToken(for: bearer, now: call.now, seconds: 60).token
    }

    /// An empty object: who is let in and has a field to fill hears of it.
    private func send(_ token: String?) async throws -> TransportResponse {
        let hasBody = endpoint?.hasBody ?? false
        let head: Headers = row.path == "/guardian/events" ? ["Last-Event-ID": "x"] : [:]
        return try await server.raw(
            row.method,
            row.path,
            hasBody ? "{}" : nil,
            token: token,
            headers: head
        )
    }

    private func expect(_ answer: TransportResponse, _ cell: String, _ comment: Comment) {
        guard let endpoint else { return expectPlain(answer, cell, comment) }
        guard cell == "yes" || cell == "404" else {
            #expect("\(answer.status)" == cell, comment)
            if cell == "401" { #expect(answer.headers["WWW-Authenticate"] == "Bearer", comment) }
            return
        }
        #expect(![401, 403].contains(answer.status), comment)
        // What the path names need not be there, nor a card.
        let mayLack =
            !endpoint.path.keys.isEmpty || endpoint.refusals.contains(.noDefaultFundingSource)
        #expect(answer.status != 404 || mayLack, comment)
        #expect(answer.status < 500, comment)
    }

    /// Of a route that is no endpoint; a stream of events without an end is not opened for this.
    private func expectPlain(_ answer: TransportResponse, _ cell: String, _ comment: Comment) {
        let isOpen = row.path == "/metrics" ? answer.status == 200 : answer.status == 400
        #expect(cell == "yes" ? isOpen : "\(answer.status)" == cell, comment)
    }
}
