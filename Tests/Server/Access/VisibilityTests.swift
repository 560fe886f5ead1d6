import Contract
import Kernel
import Server
import Testbed
import Testing

@testable import ServerTestbed

/// Every endpoint, called with its own example about a child's things by everybody there is.
///
/// Nothing here is written for one endpoint: what is expected follows from its declaration, so that
/// one which is added is covered or fails ``known(name:)``.
@Suite("Who sees whose")
struct VisibilityTests {
    @Test("is what the contract says, person by person", arguments: API.all.map(\.name))
    func table(name: String) async throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        try await withServer(.sqlite) { server in
            let families = try await TwoFamilies(on: server)
            #expect(try await faults(of: endpoint, Person.allCases, families) == [])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "is the same on PostgreSQL for those who must not see it",
        arguments: API.all.filter { !NamedRequest($0).words.isEmpty }.map(\.name)
    )
    func outsiders(name: String) async throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        try await withServer(.postgres) { server in
            let families = try await TwoFamilies(on: server)
            #expect(try await faults(of: endpoint, [.otherParent, .sibling], families) == [])
        }
    }

    @Test("covers whatever a request can name", arguments: API.all.map(\.name))
    func known(name: String) throws {
        let request = NamedRequest(try #require(API.all.first { $0.name == name }))
        #expect(request.words.filter { Belonging.all[$0] == nil } == [])
        #expect(request.nestedIDs == [])
    }

    @Test("covers nothing that no request can name")
    func strays() {
        let words = Set(API.all.flatMap { NamedRequest($0).words })
        #expect(Set(Belonging.all.keys).subtracting(words).sorted() == [])
    }

    /// What is wrong with an endpoint, called by one person after the other.
    private func faults(
        of endpoint: any EndpointDeclaration,
        _ people: [Person],
        _ families: TwoFamilies
    ) async throws -> [String] {
        var faults: [String] = []
        for person in people {
            let cell = AccessCell(NamedRequest(endpoint), as: person, in: families)
            faults += try await cell.faults()
        }
        return faults
    }

    // MARK: A table that can fail

    /// Takes anybody's child, and looks only at the role.
    private static let leaking = Endpoint<ProfileRequest, API.Guardian.Status>(
        "leakingOne",
        .get,
        "/test/children/{childId}",
        "Not declared.",
        access: .member,
        repeats: .freely,
        surface: .allowance,
        example: ProfileRequest(childID: ID(.zero)),
        answers: API.Guardian.Status(status: "ok")
    )

    /// The same, declared for parents.
    private static let closed = Endpoint<ProfileRequest, API.Guardian.Status>(
        leaking.name,
        leaking.method,
        leaking.path,
        leaking.summary,
        access: .parent,
        repeats: leaking.repeats,
        surface: leaking.surface,
        example: leaking.example,
        answers: leaking.answers
    )

    private struct ProfileRequest: WireInput {
        let childID: ID<Entity.Child>

        enum CodingKeys: String, CodingKey {
            case childID = "childId"
        }
    }

    @Test("tells of an endpoint that shows a child to another family, or to a sibling")
    func leak() async throws {
        try await withServer(.sqlite, additional: { Self.serve(&$0) }) { server in
            let families = try await TwoFamilies(on: server)
            let outside = [
                "leakingOne as otherParent: 200 is not 404",
                "leakingOne as otherParent: the answer tells it from what does not exist",
                "leakingOne as sibling: 200 is not 404",
                "leakingOne as sibling: the answer tells it from what does not exist",
            ]
            #expect(try await faults(of: Self.leaking, Person.allCases, families) == outside)
        }
    }

    @Test("tells of an endpoint that lets in whom it is not declared for")
    func open() async throws {
        try await withServer(.sqlite, additional: { Self.serve(&$0) }) { server in
            let families = try await TwoFamilies(on: server)
            let faults = try await faults(of: Self.closed, [.anonymous, .child], families)
            #expect(faults == ["leakingOne as child: 200 is not 403"])
        }
    }

    private static func serve(_ mount: inout Mount) {
        mount.serve(leaking) { input, _ in API.Guardian.Status(status: input.childID.text) }
    }
}
