import Testing

@testable import Contract

@Suite("The closed body of a token exchange")
struct ExchangeTokenTests {
    typealias Request = API.Identity.AuthTokenRequest

    static let code = #""code":"c","redirectUri":"safepocket://auth/callback","codeVerifier":"v""#

    @Test(
        "each grant needs its own fields",
        arguments: [
            (#"{"grantType":"authorization_code",\#(code)}"#, []),
            (#"{"grantType":"AUTHORIZATION_CODE",\#(code)}"#, []),
            (#"{"grantType":"refresh_token","refreshToken":"r"}"#, []),
            (#"{"grantType":"Refresh_Token","refreshToken":"r","code":null}"#, []),
            (
                #"{"grantType":"authorization_code","refreshToken":"r"}"#,
                ["code is required", "redirectUri is required", "codeVerifier is required"]
            ),
            (
                #"{"grantType":"authorization_code","code":" ","redirectUri":"u"}"#,
                ["code is required", "codeVerifier is required"]
            ),
            (#"{"grantType":"refresh_token"}"#, ["refreshToken is required"]),
            (#"{"grantType":"refresh_token",\#(code)}"#, ["refreshToken is required"]),
        ]
    )
    func grants(body: String, expected: [String]) {
        #expect(faults(Request.self, body) == expected)
    }

    @Test(
        "another grant is refused by name first",
        arguments: [
            (#"{"grantType":"password"}"#, "grantType must be authorization_code or refresh_token"),
            (#"{"grantType":5}"#, "grantType has the wrong type"), ("{}", "grantType is required"),
        ]
    )
    func otherGrants(body: String, first: String) {
        #expect(faults(Request.self, body).first == first)
    }

    @Test("a field that is not known is refused, after those that are")
    func unknown() {
        let body = #"{"client_id":"x","grantType":"refresh_token","refresh_token":null}"#
        #expect(
            faults(Request.self, body) == [
                "refreshToken is required", "client_id is not known here",
                "refresh_token is not known here",
            ]
        )
    }

    @Test("its schema says that it is closed")
    func schema() {
        #expect(API.Identity.exchangeToken.inputSchema.isClosed)
        #expect(!API.Guardian.authorizePurchase.inputSchema.isClosed)
    }
}
