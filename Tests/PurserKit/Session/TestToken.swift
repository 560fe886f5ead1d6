import Kernel

@testable import PurserKit

/// Tokens that look like the server's.
enum TestToken {
    static func access(
        _ subject: String,
        _ session: String = "session",
        number: Int = 1,
        lifetime: Int64 = 3_600
    ) -> String {
        let claims =
            #"{"sub":"\#(subject)","sid":"\#(session)","iat":1000,"exp":\#(1_000 + lifetime),"#
            + #""jti":"\#(number)"}"#
        return signed(claims)
    }

    static func signed(_ claims: String) -> String {
        [#"{"alg":"ES256"}"#, claims, "signature"].map { Base64URL.text($0.utf8) }
            .joined(separator: ".")
    }
}
