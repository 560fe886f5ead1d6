import Kernel
import Testing

@testable import Contract

@Suite("Requests of endpoints")
struct EndpointTests {
    struct Move: WireInput, Equatable {
        var childId: String
        var goalId: Int64
        var note: String?
        var amount: DecimalAmount?
        var flag: Bool?
        var at: WireTimestamp?
    }

    static func endpoint(_ method: Method) -> Endpoint<Move, Empty> {
        Endpoint(
            "move",
            method,
            "/children/{childId}/goals/{goalId}",
            "Moves.",
            access: .member,
            repeats: .withKey,
            surface: .allowance,
            example: Move(
                childId: "a/b ü",
                goalId: 7,
                note: "x & y = ü+%\n\"q\"",
                amount: DecimalAmount(minor: 2_550),
                flag: true,
                at: WireTimestamp(Timestamp(seconds: 1_736_937_000))
            ),
            answers: Empty()
        )
    }

    @Test("writing a request and reading it are inverse", arguments: API.all.map(\.name))
    func inverse(name: String) throws {
        let exercise = try API.exercise(name)
        #expect(try exercise.readsBack(exercise.exampleRequest()))
        #expect(try exercise.answerReadsBack())
    }

    @Test("they are inverse for every method", arguments: Method.allCases)
    func everyMethod(method: Method) throws {
        let endpoint = Self.endpoint(method)
        #expect(try endpoint.readsBack(endpoint.exampleRequest()))
    }

    @Test("keys of the path travel in the path, the others of a GET in the query")
    func query() throws {
        let request = try Self.endpoint(.get).exampleRequest()
        let query = """
            note=x%20%26%20y%20%3D%20%C3%BC%2B%25%0A%22q%22&amount=25.5&flag=true\
            &at=2025-01-15T10%3A30%3A00Z
            """
        #expect(request.target == "/children/a%2Fb%20%C3%BC/goals/7?\(query)")
        #expect(request.body == nil)
    }

    @Test("and those of a POST in the body")
    func body() throws {
        let request = try Self.endpoint(.post).exampleRequest()
        let body = """
            {"note":"x & y = ü+%\\n\\"q\\"","amount":25.5,"flag":true,"at":"2025-01-15T10:30:00Z"}
            """
        #expect(request.target == "/children/a%2Fb%20%C3%BC/goals/7")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == body)
    }

    @Test("an input without a value for the path makes no request")
    func noPath() {
        let endpoint = Self.endpoint(.post)
        let problem = #expect(throws: Problem.self) {
            try endpoint.request(Move(childId: "", goalId: 7))
        }
        #expect(problem?.faults == [Fault(field: "childId", rule: "is required")])
    }

    @Test("nothing to say is no body and no query")
    func nothing() throws {
        #expect(try API.Banking.logoutUser.request(Empty()).body == nil)
        #expect(try API.Guardian.listRules.request(.init()).target == "/rules")
    }

    @Test("what stands in the path wins over the body, and the query of a POST is not read")
    func precedence() throws {
        let read = try Self.endpoint(.post).input(
            inPath: [("childId", "c"), ("goalId", "7")],
            query: [("note", "query"), ("flag", "true")],
            body: JSONParser.parse(#"{"childId":"other","goalId":8,"note":"body"}"#.utf8)
        )
        #expect(read == Move(childId: "c", goalId: 7, note: "body"))
    }

    @Test("the body of a GET is not read")
    func getBody() throws {
        let read = try Self.endpoint(.get).input(
            inPath: [("childId", "c"), ("goalId", "7")],
            query: [("amount", "19.989999999999998"), ("note", " ")],
            body: JSONParser.parse(#"{"note":"body"}"#.utf8)
        )
        #expect(read == Move(childId: "c", goalId: 7, amount: DecimalAmount(minor: 1_999)))
    }

    @Test(
        "a path that cannot be what it stands for is not found, whatever else is wrong",
        arguments: ["x", "7.5", "", " ", "99999999999999999999", "0x7"]
    )
    func malformedPath(goal: String) {
        for method in Method.allCases {
            let problem = #expect(throws: Problem.self) {
                try Self.endpoint(method).input(
                    inPath: [("childId", "c"), ("goalId", goal)],
                    query: [("flag", "maybe")],
                    body: .object([.init("flag", .number("1"))])
                )
            }
            #expect(problem?.kind == .notFound)
            #expect(problem?.faults == [])
        }
    }

    @Test("a body that is no object is refused; none, or null, is an empty one")
    func bodies() throws {
        let endpoint = API.Guardian.createOverride
        for body in [JSON.array([]), .string("x"), .number("1"), .bool(false)] {
            let problem = #expect(throws: Problem.self) {
                try endpoint.input(inPath: [], query: [], body: body)
            }
            #expect(problem?.faults == [Fault(field: "body", rule: "must be an object")])
        }
        for body in [nil, JSON.null, .object([])] {
            let problem = #expect(throws: Problem.self) {
                try endpoint.input(inPath: [], query: [], body: body)
            }
            #expect(problem?.faults.map(\.rule) == ["is required", "is required"])
            #expect(throws: Never.self) {
                try API.Banking.logoutUser.input(inPath: [], query: [], body: body)
            }
        }
    }

    /// What every call with a body may be refused for, after the kinds of its own.
    private static let posting: [Problem.Kind] = [
        .payloadTooLarge, .unsupportedMediaType, .rateLimited, .internal, .unavailable,
    ]

    @Test(
        "an endpoint's refusals are its own and those that its access, method and input bring",
        arguments: [
            ("health", [.rateLimited, .internal, .unavailable]),
            (
                "listRules",
                [
                    .invalid, .unauthenticated, .outOfScope, .notFound, .rateLimited, .internal,
                    .unavailable,
                ]
            ),
            (
                "currentUser",
                [.unauthenticated, .outOfScope, .rateLimited, .internal, .unavailable]
            ),
            ("logoutUser", [.invalid, .unauthenticated, .conflict] + posting),
            (
                "loginUser",
                [
                    .invalid, .unauthenticated, .accountLocked, .payloadTooLarge,
                    .unsupportedMediaType, .rateLimited, .internal, .unavailable,
                ]
            ),
            (
                "setRule",
                [
                    .invalid, .unauthenticated, .forbidden, .outOfScope, .notFound, .conflict,
                ] + posting
            ),
        ] as [(String, [Problem.Kind])]
    )
    func refusals(name: String, kinds: [Problem.Kind]) throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        #expect(endpoint.allRefusals == kinds)
    }

    @Test("a DELETE by id may be refused for its key, its conflict and for being unknown")
    func deletion() {
        let kinds = Self.endpoint(.delete).allRefusals
        #expect(kinds.contains(.invalid) && kinds.contains(.conflict) && kinds.contains(.notFound))
        #expect(!kinds.contains(.payloadTooLarge) && !kinds.contains(.unsupportedMediaType))
    }
}
