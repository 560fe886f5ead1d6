import Providers
import Testing

@Suite("Recovery codes")
struct RecoveryCodeTests {
    private let code = RecoveryCode(random: Array("1234567890".utf8))

    @Test("are 80 bits in four groups of four")
    func shown() {
        #expect(code.shown == "gezd-gnbv-gy3t-qojq")
    }

    @Test(
        "are read as people type them",
        arguments: [
            "gezd-gnbv-gy3t-qojq", "GEZDGNBVGY3TQOJQ", " gezd gnbv gy3t qojq\n",
            "GeZd-gnbvgy3t--qojq",
        ]
    )
    func typed(text: String) {
        #expect(RecoveryCode(typed: text) == code)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "287082", "gezd-gnbv-gy3t-qoj", "gezd-gnbv-gy3t-qojqa", "gezd-gnbv-gy3t-qoj1",
            "gezd_gnbv_gy3t_qojq", "gezd-gnbv-gy3t-qoj\u{E9}",
        ]
    )
    func malformed(text: String) {
        #expect(RecoveryCode(typed: text) == nil)
    }

    @Test("are stored as their SHA-256, and shown by nothing else")
    func stored() {
        // Computed with Python's hashlib module.
        let hash = "tirYs0ZeM9w-ClDvQdPX8TGBzoy1-MZNvHcjVK4Cv58"
        #expect(code.storedHash == hash)
        #expect(RecoveryCode(typed: "gezd gnbv gy3t qojq")?.storedHash == hash)
        #expect("\(code)" == "[recovery code]")
    }
}
