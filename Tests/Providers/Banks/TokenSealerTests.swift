import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("Sealed access tokens")
struct TokenSealerTests {
    private let now = TestClock.noon
    private let token = BankAccessToken("access-sandbox-1234")

    private func refusal(
        _ sealer: TokenSealer,
        _ sealed: String,
        item: String = "i1"
    ) -> SealedTokenError? {
        do {
            _ = try sealer.open(sealed, item: item)
            return nil
        } catch {
            return error
        }
    }

    @Test("open for their item alone, and no two are alike")
    func opening() throws {
        let sealer = TokenSealer(KeyFile(now: now))
        let sealed = try sealer.seal(token, item: "i1")
        #expect(try sealer.open(sealed, item: "i1") == token)
        #expect(refusal(sealer, sealed, item: "i2") == .altered)
        #expect(try sealer.seal(token, item: "i1") != sealed)
        #expect(sealer.isCurrent(sealed) && !sealed.contains("access"))
    }

    @Test("that were changed do not open")
    func changed() throws {
        let sealer = TokenSealer(KeyFile(now: now))
        let sealed = try sealer.seal(token, item: "i1")
        let parts = sealed.split(separator: ".")
        let bytes = try #require(Base64URL.bytes(String(parts[1])))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(refusal(sealer, "\(parts[0]).\(Base64URL.text(changed))") == .altered)
        }
        for text in ["", ".", "\(parts[0])", "\(sealed).", "\(parts[0]).*", " \(sealed)"] {
            let refused = refusal(sealer, text)
            #expect(refused != nil && refused != .altered || text == ".", "\(text)")
        }
        #expect(refusal(sealer, "\(parts[0]).") == .altered)
        #expect(refusal(sealer, "AAAAAAAA.\(parts[1])") == .unknownKey)
        #expect(refusal(TokenSealer(KeyFile(now: now)), sealed) == .unknownKey)
    }

    @Test("open after keys were changed, and are sealed again by the current one")
    func rotation() throws {
        var file = KeyFile(now: now)
        let first = try TokenSealer(file).seal(token, item: "i1")
        for count in 1..<Limits.sealingKeys {
            file = file.rotated(now: now.adding(seconds: Int64(count)))
            let sealer = TokenSealer(file)
            #expect(try sealer.open(first, item: "i1") == token)
            #expect(!sealer.isCurrent(first))
            let again = try sealer.seal(try sealer.open(first, item: "i1"), item: "i1")
            #expect(sealer.isCurrent(again))
            #expect(try sealer.open(again, item: "i1") == token)
        }
        #expect(file.sealing.count == Limits.sealingKeys)
        let forgetting = file.rotated(now: now)
        #expect(forgetting.sealing.count == Limits.sealingKeys)
        #expect(refusal(TokenSealer(forgetting), first) == .unknownKey)
    }

    @Test("open with the same key file in every process, one of an earlier program too")
    func files() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("keys.json")
            let made = try KeyFile.loadOrCreate(path, now: now)
            let sealed = try TokenSealer(made).seal(token, item: "i1")
            #expect(try TokenSealer(try KeyFile.load(path)).open(sealed, item: "i1") == token)
            // An earlier program wrote no sealing keys: the first one follows from another secret.
            let text = try folder.text("keys.json").replacing(
                /,\s*"sealing" : \[[^\]]*\]/,
                with: ""
            )
            #expect(!text.contains("sealing"))
            let old = try KeyFile.parse(Array(text.utf8), path: path)
            #expect(try TokenSealer(old).open(sealed, item: "i1") == token)
            let rotated = try KeyFile.rotateSigningKey(path, now: now.adding(seconds: 1))
            #expect(rotated.sealing.count == 2)
            #expect(try TokenSealer(rotated).open(sealed, item: "i1") == token)
        }
    }

    @Test("show nothing when printed")
    func printing() throws {
        let file = KeyFile(now: now)
        let sealer = TokenSealer(file)
        var text = "\(sealer) \(String(reflecting: sealer)) \(token)"
        dump(sealer, to: &text)
        for secret in file.sealing { #expect(!text.contains(Base64URL.text(secret.bytes))) }
        #expect(!text.contains("access-sandbox"))
    }
}
