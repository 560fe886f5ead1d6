import Testing

@testable import Providers

@Suite("Refresh tokens")
struct RefreshTokensTests {
    private let tokens = RefreshTokens(key: Secret((0..<32).map { UInt8($0) }))
    private let first = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8"

    @Test("are 256 random bits in 43 characters")
    func make() {
        let token = tokens.make(random: (32..<64).map { UInt8($0) })
        #expect(token == first)
        #expect(token.count == RefreshTokens.characters)
    }

    @Test("have one successor each, which only the key's owner can derive")
    func successor() {
        // Computed with Python's hmac module.
        #expect(tokens.successor(of: first) == "HTnaKRqCdzA0ClJsKMnqW1K3geYWtfVE45Wpaoxz8JA")
        #expect(
            tokens.successor(of: tokens.successor(of: first))
                == "ajstpZMJTnjfuNYc3Bz8jo3ipy6v-67-DCygYjhDdk8"
        )
        let others = RefreshTokens(key: Secret([UInt8](repeating: 0, count: 32)))
        #expect(others.successor(of: first) != tokens.successor(of: first))
    }

    @Test("are stored as their SHA-256")
    func storedHash() {
        let expected = "cf0931e168b49e987503caf18af6fe253b6b3d82a81008c3e8e1ee67c7c8dc55"
        #expect(tokens.storedHash(of: first) == expected)
    }

    @Test("are well formed when made or derived")
    func wellFormed() {
        #expect(tokens.isWellFormed(first))
        #expect(tokens.isWellFormed(tokens.successor(of: first)))
    }

    @Test(
        "are told from what cannot be one",
        arguments: [
            "", "short", "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9",
            "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=",
            "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8A",
            "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj",
            "' OR 1=1 -- AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ]
    )
    func malformed(text: String) {
        #expect(!tokens.isWellFormed(text))
    }
}
