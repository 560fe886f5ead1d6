import Contract
import PurserKit
import Testbed
import Testing

@Suite("Who may call what")
struct AccessTableTests {
    /// Those who may try.
    enum Somebody: String, CaseIterable, Sendable {
        case nobody
        case badToken
        case parent
        case child
        case endedParent
        case endedChild
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

    @Test(
        "is what the contract says, endpoint by endpoint",
        arguments: API.all.map(\.name),
        Somebody.allCases
    )
    func table(name: String, somebody: Somebody) async throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let member = [.parent, .endedParent].contains(somebody) ? parent : child
            if [.endedParent, .endedChild].contains(somebody) {
                _ = try await member.purser.call(API.Banking.logoutUser)
            }
            let token: String? =
                switch somebody {
                case .nobody: nil
                case .badToken: "bad"
                default: member.token
                }
            let before = try await server.contents()
            // An empty object: who is let in and has a field to fill hears of it.
            let answer = try await server.raw(
                endpoint.method.rawValue,
                endpoint.path.text,
                endpoint.method.hasBody ? "{}" : nil,
                token: token
            )
            let expected = refusal(endpoint.access, somebody)
            if let expected {
                #expect(answer.status == expected)
                #expect(answer.headers["WWW-Authenticate"] == (expected == 401 ? "Bearer" : nil))
                #expect(try await server.contents() == before)
            } else {
                #expect(![401, 403].contains(answer.status))
                // What the path names need not be there, nor a card.
                let mayLack =
                    !endpoint.path.keys.isEmpty
                    || endpoint.refusals.contains(.noDefaultFundingSource)
                #expect(answer.status != 404 || mayLack)
                #expect(answer.status < 500)
            }
        }
    }

    @Test("covers every access that the contract has words for")
    func coverage() {
        let used = Set(API.all.map(\.access))
        #expect(used.isSuperset(of: [.anyone, .member, .parent]))
    }
}
