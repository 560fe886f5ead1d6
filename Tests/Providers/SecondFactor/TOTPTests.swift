import Kernel
import Providers
import Testing

@Suite("Codes of an authenticator app")
struct TOTPTests {
    private static let secret = Array("12345678901234567890".utf8)

    @Test(
        "agree with RFC 6238, appendix B",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"), (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] as [(Int64, String)]
    )
    func vectors(seconds: Int64, code: String) {
        let now = Timestamp(seconds: seconds)
        let step = TOTP.step(at: now)
        let long = TOTP(secret: Self.secret, digits: 8)
        #expect(long.code(at: step) == code)
        #expect(long.step(of: code, around: now) == step)
        // Six digits are the last six.
        #expect(TOTP(secret: Self.secret).code(at: step) == String(code.suffix(6)))
    }

    @Test("agree with RFC 4226, appendix D")
    func counters() {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583",
            "399871", "520489",
        ]
        let totp = TOTP(secret: Self.secret)
        #expect((0..<10).map { totp.code(at: $0) } == codes)
    }

    @Test(
        "are taken one step early or late, and no further",
        arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)] as [(Int64, Bool)]
    )
    func window(apart: Int64, isTaken: Bool) {
        let totp = TOTP(secret: Self.secret)
        for second in [0, 29] as [Int64] {
            let now = Timestamp(seconds: 1_736_942_400 + second)
            let step = TOTP.step(at: now) + apart
            #expect(totp.step(of: totp.code(at: step), around: now) == (isTaken ? step : nil))
        }
    }

    @Test("begin anew on the half minute")
    func boundary() {
        #expect(TOTP.step(at: Timestamp(milliseconds: 29_999)) == 0)
        #expect(TOTP.step(at: Timestamp(milliseconds: 30_000)) == 1)
    }

    @Test(
        "are six digits and nothing else",
        arguments: ["", "28708", "2870820", "28708a", "２８７０８２"]
    )
    func malformed(code: String) {
        let totp = TOTP(secret: Self.secret)
        #expect(totp.step(of: "287082", around: Timestamp(seconds: 59)) == 1)
        #expect(totp.step(of: code, around: Timestamp(seconds: 59)) == nil)
    }

    @Test("show nothing of their secret")
    func silent() {
        var dumped = ""
        dump(TOTP(secret: Self.secret), to: &dumped)
        #expect(!dumped.contains("1234"))
        #expect("\(TOTP(secret: Self.secret))" == "<TOTP>")
    }
}
