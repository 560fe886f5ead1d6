import Contract
import PurserKit
import Testbed
import Testing

@Suite("Who may call what")
struct AccessTableTests {
    /// Those who may try; those whom nothing lets in come first.
    enum Somebody: String, CaseIterable, Sendable {
        case nobody
        case badToken
        case endedParent
        case endedChild
        case child
        case parent
    }

    /// What an endpoint of an access must answer, where it does not let in.
    private func refusal(_ access: Access, _ somebody: Somebody) -> Int? {
        switch (access, somebody) {
        case (.anyone, _), (.optional, .nobody), (.optional, .parent), (.optional, .child): nil
        case (.optional, _), (_, .nobody), (_, .badToken), (_, .endedParent), (_, .endedChild): 401
        case (.member, _), (.parent, .parent), (.child, .child): nil
        case (.parent, .child), (.child, .parent), (.operator, _): 403
        }
    }

    @Test("is what the contract says, endpoint by endpoint", arguments: API.all.map(\.name))
    func table(name: String) async throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        try await withServer(.sqlite) { server in
            let tokens = try await tokens(on: server)
            for somebody in Somebody.allCases {
                try await hold(endpoint, somebody, tokens[somebody] ?? nil, server)
            }
        }
    }

    /// The token of each; a child's and a parent's session that ended beside one that did not.
    private func tokens(on server: InProcessServer) async throws -> [Somebody: String?] {
        let parent = try await server.registerParent()
        let child = try await server.registerChild(of: parent)
        let ended = [try await server.login(parent.email), try await server.login(child.email)]
        for member in ended { _ = try await member.purser.call(API.Banking.logoutUser) }
        return [
            .nobody: nil, .badToken: "bad", .endedParent: ended[0].token,
            .endedChild: ended[1].token, .child: child.token, .parent: parent.token,
        ]
    }

    private func hold(
        _ endpoint: any EndpointDeclaration,
        _ somebody: Somebody,
        _ token: String?,
        _ server: InProcessServer
    ) async throws {
        let before = try await server.contents()
        // An empty object: who is let in and has a field to fill hears of it.
        let answer = try await server.raw(
            endpoint.method.rawValue,
            endpoint.path.text,
            endpoint.hasBody ? "{}" : nil,
            token: token
        )
        let cell: Comment = "\(endpoint.name) as \(somebody)"
        if let expected = refusal(endpoint.access, somebody) {
            #expect(answer.status == expected, cell)
            let challenge = expected == 401 ? "Bearer" : nil
            #expect(answer.headers["WWW-Authenticate"] == challenge, cell)
            #expect(try await server.contents() == before, cell)
        } else {
            #expect(![401, 403].contains(answer.status), cell)
            // What the path names need not be there, nor a card.
            let mayLack =
                !endpoint.path.keys.isEmpty
                || endpoint.refusals.contains(.noDefaultFundingSource)
            #expect(answer.status != 404 || mayLack, cell)
            #expect(answer.status < 500, cell)
        }
    }

    @Test("covers every access that the contract has words for")
    func coverage() {
        let used = Set(API.all.map(\.access))
        #expect(used.isSuperset(of: [.anyone, .member, .parent, .child]))
    }
}
