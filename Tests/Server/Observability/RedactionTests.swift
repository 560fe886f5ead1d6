import Testing

@testable import Server
@testable import ServerTestbed

@Suite("What is taken out of a log line")
struct RedactionTests {
    private static let token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
    private static let refresh = "8kXo3m0v4sJp1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6"
    private static let hash = String(repeating: "0a", count: 32)

    @Test(
        "is every token, address and amount, wherever it stands",
        arguments: [
            ("", ""), ("all is well", "all is well"), ("user a@b.c failed", "user <e-mail> failed"),
            ("a@b.c", "<e-mail>"), ("<a@b.c>, \"d@e.f\"", "<<e-mail>>, \"<e-mail>\""),
            ("Bearer \(token)", "Bearer <token>"), ("{\(token)}", "{<token>}"),
            ("refresh \(refresh) used", "refresh <token> used"),
            ("paid $12", "paid <amount>"), ("paid $1,234.50", "paid <amount>,<amount>"),
            ("12.34", "<amount>"), ("-3.00 left", "<amount> left"), ("took 1.5 s", "took 1.5 s"),
            ("1.234", "1.234"), ("version 1.2.3", "version 1.2.3"), ("10.0.0.12", "10.0.0.12"),
            ("$HOME", "$HOME"), ("hash \(hash)", "hash \(hash)"),
            ("d4b1c0de-0000-4000-8000-000000000000", "d4b1c0de-0000-4000-8000-000000000000"),
            ("eyJ.a.b", "<token>"), ("a.b.c", "a.b.c"),
        ]
    )
    func texts(text: String, redacted: String) {
        #expect(Redaction.redacted(text) == redacted)
    }

    @Test(
        "is everything under a key that names a secret",
        arguments: [
            ("token", true), ("refresh_token", true), ("Password", true), ("client-secret", true),
            ("Authorization", true), ("user_email", true), ("amount_minor", true),
            ("Set-Cookie", true), ("trace", false), ("operation", false), ("failure", false),
        ]
    )
    func keys(key: String, isSecret: Bool) {
        #expect(Redaction.redacted("value", underKey: key) == (isSecret ? "<redacted>" : "value"))
    }

    @Test("is nothing that is already taken out")
    func twice() {
        let once = Redaction.redacted("a@b.c \(Self.token) $5")
        #expect(once == "<e-mail> <token> <amount>")
        #expect(Redaction.redacted(once) == once)
    }
}
