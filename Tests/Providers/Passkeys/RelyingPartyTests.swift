import Providers
import Testing

@Suite("Whom passkeys are made for")
struct RelyingPartyTests {
    @Test(
        "is the host of the public URL, on its one site",
        arguments: [
            ("https://purser.example", "purser.example", "https://purser.example", true),
            ("https://Purser.Example/", "purser.example", "https://purser.example", true),
            ("https://purser.example:443/app", "purser.example", "https://purser.example", true),
            ("https://purser.example:8443", "purser.example", "https://purser.example:8443", true),
            ("http://localhost:8080", "localhost", "http://localhost:8080", true),
            ("http://localhost:80", "localhost", "http://localhost", true),
            ("http://127.0.0.1:8080", "127.0.0.1", "http://127.0.0.1:8080", false),
        ]
    )
    func parts(url: String, id: String, origin: String, hasName: Bool) throws {
        let party = try #require(RelyingParty(publicURL: url))
        #expect(party.id == id)
        #expect(party.origin == origin)
        #expect(party.hasName == hasName)
    }

    @Test("is nobody without scheme and host", arguments: ["", "purser.example", "/app", "https:"])
    func nobody(url: String) {
        #expect(RelyingParty(publicURL: url) == nil)
    }
}
