import Kernel
import Testing

@Suite("What of the API a token opens")
struct APIScopesTests {
    @Test("each word is a set of its own; to change a room is to read it too")
    func words() {
        #expect(APIScopes.words.count == 11)
        #expect(Set(APIScopes.words.map(\.scopes)).count == 11)
        let rooms = ["guardian", "banking", "rewards", "allowance", "insights"]
        for room in rooms {
            let (all, reading) = (APIScopes(word: room), APIScopes(word: "\(room):read"))
            #expect(all.isStrictSuperset(of: reading) && !reading.isEmpty)
            for other in rooms + ["account"] where other != room {
                #expect(all.isDisjoint(with: APIScopes(word: other)))
            }
        }
        #expect(APIScopes.all == APIScopes(APIScopes.words.map(\.scopes)))
        #expect(!APIScopes.account.isEmpty)
    }

    @Test(
        "is read from its words; others open nothing",
        arguments: [
            ("guardian", .guardian), ("openid guardian:read  account", [.guardianRead, .account]),
            ("", []), ("openid profile", []), ("GUARDIAN guardian:write guardian: :read", []),
            ("account:read", []), ("banking banking:read", .banking),
        ] as [(String, APIScopes)]
    )
    func reading(text: String, scopes: APIScopes) {
        #expect(APIScopes(text: text) == scopes)
    }

    @Test(
        "is written in the fewest words, which mean the same again",
        arguments: [
            ([], ""), (.guardian, "guardian"), (.guardianRead, "guardian:read"),
            ([.insightsRead, .banking], "banking insights:read"),
            (.all, "guardian banking rewards allowance insights account"),
        ] as [(APIScopes, String)]
    )
    func writing(scopes: APIScopes, text: String) {
        #expect(scopes.text == text)
        #expect(APIScopes(text: text) == scopes)
    }
}
