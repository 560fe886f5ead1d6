import Testing

@testable import Contract

@Suite("A password never prints")
struct PasswordTests {
    static let secret = "correct horse 1"

    @Test("neither by itself nor inside of what holds it")
    func prints() throws {
        let password = Password(Self.secret)
        let login = API.Banking.LoginRequest(email: "a@b.c", password: password)
        let parent = API.Allowance.RegisterParentRequest(
            email: "a@b.c",
            password: password,
            firstName: "A",
            lastName: "B",
            familyName: "C"
        )
        let holders: [Any] = [
            password, login, parent, [password], ["p": login], Optional(password) as Any,
            Result<Password, Problem>.success(password), Set([password]),
        ]
        for holder in holders {
            var dumped = ""
            dump(holder, to: &dumped)
            let texts = [
                "\(holder)", String(describing: holder), String(reflecting: holder), dumped,
            ]
            for text in texts {
                #expect(!text.contains("correct"), "\(type(of: holder))")
                #expect(text.contains("<password>"), "\(type(of: holder))")
            }
        }
        #expect(Mirror(reflecting: password).children.isEmpty)
    }

    @Test("nor in the problem that a bad one causes")
    func problems() throws {
        let secret = "letters only"
        let body = #"{"email":"a@b.c","password":"\#(secret)","first_name":{"x":"\#(secret)"}}"#
        let problem = #expect(throws: Problem.self) {
            try WireDecoder.decodeInput(
                API.Banking.RegisterRequest.self,
                from: JSONParser.parse(body.utf8)
            )
        }
        let faulty = try #require(problem)
        #expect(faulty.faults.map(\.field) == ["password", "first_name"])
        for surface in Surface.allCases {
            let text = String(decoding: faulty.body(for: surface, trace: "t").bytes, as: UTF8.self)
            #expect(!text.contains(secret))
        }
        #expect(!"\(faulty)".contains(secret))
    }

    @Test("but it travels, as it is")
    func travels() throws {
        let login = API.Banking.LoginRequest(email: "a@b.c", password: Password(" \"ü\"1 "))
        let text = String(decoding: try WireEncoder.bytes(login), as: UTF8.self)
        #expect(text == #"{"email":"a@b.c","password":" \"ü\"1 "}"#)
        let body = try JSONParser.parse(text.utf8)
        #expect(try WireDecoder.decodeInput(API.Banking.LoginRequest.self, from: body) == login)
    }

    @Test(
        "it is a string and nothing else",
        arguments: ["12345678", "true", "[\"a\"]", "{\"secret\":\"password1\"}"]
    )
    func kinds(value: String) {
        let rule = fault(API.Banking.LoginRequest.self, "password", value)
        #expect(rule == "has the wrong type")
    }
}
