import Crypto
import Foundation
import Kernel
import Programs
import Testing

@testable import Providers

@Suite("The key for Apple's push service")
struct APNsKeyTests {
    /// What comes of loading a file: the error, or `nil`.
    private static func refusal(_ path: String) -> KeyFileError? {
        do throws(KeyFileError) {
            _ = try APNsKey.load(path, id: PushFixture.keyID, team: PushFixture.team)
            return nil
        } catch {
            return error
        }
    }

    @Test("is read from a file in the form of Apple's")
    func loads() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("AuthKey.p8")
        let made = try await Program.run(
            command: [
                "/usr/bin/openssl", "genpkey", "-algorithm", "EC", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-out", path,
            ]
        )
        try #require(made.isSuccess, "\(made.errors)")
        try folder.setMode("AuthKey.p8", 0o600)
        #expect(try folder.text("AuthKey.p8").hasPrefix("-----BEGIN PRIVATE KEY-----"))
        let key = try APNsKey.load(path, id: PushFixture.keyID, team: PushFixture.team)
        let now = Timestamp(seconds: 1_736_942_400)
        #expect(try key.token(at: now).split(separator: ".").count == 3)
    }

    @Test("is refused where others may read it, or there is none")
    func exposed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("AuthKey.p8")
        #expect(Self.refusal(path) == .notFound(path: path))
        try folder.write("AuthKey.p8", P256.Signing.PrivateKey().pemRepresentation)
        #expect(Self.refusal(path) == nil)
        for mode in [0o644, 0o640, 0o604, 0o660] {
            try folder.setMode("AuthKey.p8", mode)
            #expect(Self.refusal(path) == .exposed(path: path, mode: UInt32(mode)))
        }
    }

    @Test("is refused where it is another kind of key, or none")
    func malformed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("AuthKey.p8")
        let texts = [
            "", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", "{}",
            P384.Signing.PrivateKey().pemRepresentation,
            P256.Signing.PrivateKey().publicKey.pemRepresentation,
            String(P256.Signing.PrivateKey().pemRepresentation.prefix(120)),
        ]
        for text in texts {
            try folder.write("AuthKey.p8", text)
            guard case .malformed(path, _)? = Self.refusal(path) else {
                Issue.record("it was taken: \(text.prefix(30))")
                continue
            }
        }
    }

    @Test("is never printed")
    func printing() {
        let key = APNsKey(P256.Signing.PrivateKey(), id: "K1", team: "T1")
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "APNsKey(K1)" && String(reflecting: key) == "APNsKey(K1)")
        #expect(!dumped.contains("T1"))
    }
}
