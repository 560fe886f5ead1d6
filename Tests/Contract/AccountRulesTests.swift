import Kernel
import Testing

@testable import Contract

@Suite("Rules of e-mail addresses, passwords, names and time zones")
struct AccountRulesTests {
    typealias Banking = API.Banking.RegisterRequest
    typealias Parent = API.Allowance.RegisterParentRequest
    typealias Child = API.Allowance.RegisterChildRequest

    /// The text as JSON.
    private func json(_ text: String) -> String { JSON.string(text).text }

    @Test(
        "an e-mail address has one @, something before it and a dot inside of the rest",
        arguments: [
            ("parent@example.com", true), (" Parent@Example.COM ", true), ("a@b.c", true),
            ("a.b+c@sub.example.co.uk", true), ("ü@exämple.de", true), ("a@b..c", true),
            ("a@b", false), ("@b.c", false), ("a@", false), ("a@.c", false), ("a@c.", false),
            ("a@b@c.d", false), ("a b@c.d", false), ("a@b c.d", false), ("abc", false),
            ("a@.", false),
            ("a@\u{1F3FB}b.c", true), ("a@b.\u{1F3FB}", true),
            ("a\tb@c.d", false), ("a\u{A0}b@c.d", false), ("@", false), ("a.b", false),
        ]
    )
    func emails(text: String, isAccepted: Bool) {
        let rule = isAccepted ? nil : "is not an e-mail address"
        #expect(fault(Banking.self, "email", json(text)) == rule)
        #expect(fault(Parent.self, "email", json(text)) == rule)
        #expect(fault(Child.self, "email", json(text)) == rule)
    }

    @Test(
        "an e-mail address has at most 254 characters, counted in Unicode scalars",
        arguments: [
            ("a", 250, true), ("a", 251, false), ("e\u{301}", 125, true), ("e\u{301}", 126, false),
        ]
    )
    func longEmails(character: String, count: Int, isAccepted: Bool) {
        let text = json(String(repeating: character, count: count) + "@b.c")
        #expect((fault(Banking.self, "email", text) == nil) == isAccepted)
        #expect((fault(Parent.self, "email", text) == nil) == isAccepted)
        #expect((fault(API.Banking.LoginRequest.self, "email", text) == nil) == isAccepted)
        #expect((fault(API.Allowance.LoginRequest.self, "email", text) == nil) == isAccepted)
    }

    @Test(
        "a password has 8 to 128 characters with a letter and a digit of any script",
        arguments: [
            ("abcdefg1", true), ("password123", true), (String(repeating: "a1", count: 64), true),
            ("abcdefgh", false), ("12345678", false), ("abc123", false), ("abcdef1", false),
            (String(repeating: "a1", count: 64) + "b", false), ("пароль12", true),
            ("漢漢漢漢漢漢漢٣", true),
            ("  a1    ", true), ("a1!\"\\\n\t\r", true), ("!!!!!!!1", false), ("!!!!!!!a", false),
            ("abcdefg²", false), ("ⅧⅧⅧⅧⅧⅧ12", false), ("ＡＢＣＤＥＦ１２", true),
            // Counted in Unicode scalars, as every length is.
            ("abcde\u{301}f1", true), ("abcde\u{301}1", false),
            (String(repeating: "e\u{301}", count: 63) + "a1", true),
            (String(repeating: "e\u{301}", count: 63) + "a12", false),
        ]
    )
    func passwords(text: String, isAccepted: Bool) {
        let rule = "must have 8 to 128 characters, a letter and a digit among them"
        let expected = isAccepted ? nil : rule
        #expect(fault(Banking.self, "password", json(text)) == expected)
        #expect(fault(Parent.self, "password", json(text)) == expected)
        #expect(fault(Child.self, "password", json(text)) == expected)
    }

    @Test("a password is taken as it is: not trimmed, not normalised, its marks kept")
    func verbatim() throws {
        for secret in [" abcdefg1 ", "abcdefg1\n", "e\u{301}bcdefg1", "\u{0}abcdefg1"] {
            let body = JSON.object([
                .init("email", .string("a@b.c")), .init("password", .string(secret)),
            ])
            let read = try WireDecoder.decodeInput(Banking.self, from: body)
            #expect(Array(read.password.secret.utf8) == Array(secret.utf8))
        }
    }

    @Test("a sign-in checks no rule of new passwords, so that old ones still work")
    func signIn() {
        let body = #"{"email":"x","password":"short"}"#
        #expect(faults(API.Banking.LoginRequest.self, body) == [])
        #expect(faults(API.Allowance.LoginRequest.self, body) == [])
        let empty = ["email is required", "password is required"]
        #expect(faults(API.Banking.LoginRequest.self, "{}") == empty)
        #expect(faults(API.Allowance.LoginRequest.self, "{}") == empty)
    }

    @Test(
        "a name has at most 50 characters, counted in Unicode scalars",
        arguments: [
            ("a", 50, true), ("a", 51, false), ("🐷", 50, true), ("🐷", 51, false),
            ("e\u{301}", 25, true), ("e\u{301}", 26, false),
        ]
    )
    func names(character: String, count: Int, isAccepted: Bool) {
        let rule = isAccepted ? nil : "is too long"
        let name = json(String(repeating: character, count: count))
        for field in ["first_name", "last_name"] {
            #expect(fault(Banking.self, field, name) == rule)
        }
        for field in ["firstName", "lastName"] {
            #expect(fault(Parent.self, field, name) == rule)
            #expect(fault(Child.self, field, name) == rule)
        }
    }

    @Test("a family's name has at most 100 characters")
    func familyNames() {
        let name = { json(String(repeating: "a", count: $0)) }
        #expect(fault(Parent.self, "familyName", name(100)) == nil)
        #expect(fault(Parent.self, "familyName", name(101)) == "is too long")
    }

    @Test(
        "a time zone is an IANA name",
        arguments: [
            ("UTC", true), ("America/New_York", true), ("Europe/Berlin", true),
            ("Asia/Kolkata", true), ("America/Argentina/Buenos_Aires", true), (" UTC ", true),
            ("Mars/Olympus", false), ("EST5", false), ("GMT+2", false), ("+02:00", false),
            ("../../etc/passwd", false), ("America/../UTC", false), ("/", false), ("utc ü", false),
        ]
    )
    func timeZones(name: String, isAccepted: Bool) {
        let rule = isAccepted ? nil : "is not a known time zone"
        #expect(fault(Banking.self, "time_zone", json(name)) == rule)
        #expect(fault(Parent.self, "timeZone", json(name)) == rule)
    }

    @Test(
        "a weekly allowance lies between 0 and 10000",
        arguments: [
            ("0", nil), ("-0", nil), ("10", nil), ("10000", nil), ("0.01", nil), ("9999.99", nil),
            ("10000.01", "must be between 0 and 10000"), ("-0.01", "must be between 0 and 10000"),
            ("1e5", "must be between 0 and 10000"), ("10.005", "must have at most 2 decimals"),
            ("\"10\"", "has the wrong type"), ("null", "is required"), ("1e11", "is out of range"),
        ] as [(String, String?)]
    )
    func allowances(amount: String, rule: String?) {
        #expect(fault(Child.self, "weeklyAllowance", amount) == rule)
    }

    @Test("what each registration needs")
    func needed() {
        #expect(faults(Banking.self, "{}") == ["email is required", "password is required"])
        let names = ["email", "password", "firstName", "lastName"].map { "\($0) is required" }
        #expect(faults(Parent.self, "{}") == names + ["familyName is required"])
        #expect(faults(Child.self, "{}") == names + ["weeklyAllowance is required"])
    }
}
