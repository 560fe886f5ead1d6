import Crypto
import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("The key file")
struct KeyFileTests {
    private let now = Timestamp(seconds: 1_763_700_000)

    @Test("is made once, with new keys, and read again as it was")
    func creation() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("keys.json")
            let made = try KeyFile.loadOrCreate(path, now: now)
            #expect(made.signing.map(\.createdAt) == [now])
            #expect(made.refresh.count == 32)
            #expect(made.idempotency.count == 32)
            #expect(made.refresh != made.idempotency)
            let text = try folder.text("keys.json")
            for again in [
                try KeyFile.load(path), try KeyFile.loadOrCreate(path, now: now.adding(seconds: 9)),
            ] {
                #expect(again.signing.map(\.id) == made.signing.map(\.id))
                #expect(again.signing.map(\.createdAt) == [now])
                #expect(again.refresh == made.refresh)
                #expect(again.idempotency == made.idempotency)
            }
            #expect(try folder.text("keys.json") == text)
            #expect(try folder.names() == ["keys.json"])
        }
    }

    @Test("holds other keys in each installation")
    func uniqueness() throws {
        try TemporaryFolder.with { folder in
            let one = try KeyFile.loadOrCreate(folder.path("one"), now: now)
            let other = try KeyFile.loadOrCreate(folder.path("other"), now: now)
            #expect(one.signing[0].id != other.signing[0].id)
            #expect(one.refresh != other.refresh)
            #expect(one.idempotency != other.idempotency)
        }
    }

    @Test("has the documented fields")
    func format() throws {
        try TemporaryFolder.with { folder in
            let file = try KeyFile.loadOrCreate(folder.path("keys.json"), now: now)
            let data = Data(try folder.text("keys.json").utf8)
            let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(
                Set(json.keys) == ["version", "signing", "refresh", "idempotency", "sealing"]
            )
            #expect(json["version"] as? Int == 1)
            #expect((json["refresh"] as? String)?.count == 43)
            #expect((json["idempotency"] as? String)?.count == 43)
            #expect((json["sealing"] as? [String])?.map(\.count) == [43])
            let entry = try #require((json["signing"] as? [[String: Any]])?.first)
            #expect(entry["kid"] as? String == file.signing[0].id)
            #expect(entry["createdAt"] as? String == now.text)
            #expect((entry["privateKey"] as? String)?.count == 43)
        }
    }

    @Test("is for its owner alone when made")
    func modeWhenMade() throws {
        try TemporaryFolder.with { folder in
            _ = try KeyFile.loadOrCreate(folder.path("keys.json"), now: now)
            #expect(try folder.mode("keys.json") == 0o600)
        }
    }

    @Test(
        "is refused when anybody but its owner may use it",
        arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o644, 0o660, 0o666, 0o777, 0o440]
    )
    func exposed(mode: Int) throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("keys.json")
            _ = try KeyFile.loadOrCreate(path, now: now)
            try folder.setMode("keys.json", mode)
            let expected = KeyFileError.exposed(path: path, mode: UInt32(mode))
            #expect(throws: expected) { try KeyFile.load(path) }
            #expect(throws: expected) { try KeyFile.loadOrCreate(path, now: now) }
            #expect(try folder.mode("keys.json") == mode, "it is left to the operator")
        }
    }

    @Test("may be read-only for its owner", arguments: [0o600, 0o400])
    func ownersOnly(mode: Int) throws {
        try TemporaryFolder.with { folder in
            let made = try KeyFile.loadOrCreate(folder.path("keys.json"), now: now)
            try folder.setMode("keys.json", mode)
            #expect(try KeyFile.load(folder.path("keys.json")).refresh == made.refresh)
        }
    }

    @Test("is refused when its folder is missing, and the folder is not made")
    func missingFolder() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("none/keys.json")
            #expect(throws: KeyFileError.folderMissing(path: path)) {
                try KeyFile.loadOrCreate(path, now: now)
            }
            #expect(throws: KeyFileError.notFound(path: path)) { try KeyFile.load(path) }
            let names = try folder.names()
            #expect(names.isEmpty)
        }
    }

    @Test("is one file and one set of keys when many make it at once")
    func race() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (path, now) = (folder.path("keys.json"), now)
        let files = try await withThrowingTaskGroup(of: KeyFile.self) { group in
            for _ in 0..<64 {
                group.addTask { try KeyFile.loadOrCreate(path, now: now) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let first = try #require(files.first)
        #expect(files.count == 64)
        #expect(files.allSatisfy { $0.signing[0].id == first.signing[0].id })
        #expect(files.allSatisfy { $0.refresh == first.refresh })
        #expect(try folder.names() == ["keys.json"])
    }

    @Test("changes its signing key and keeps the former one, and everything else")
    func rotation() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("keys.json")
            let first = try KeyFile.loadOrCreate(path, now: now)
            let second = try KeyFile.rotateSigningKey(path, now: now.adding(seconds: 100))
            #expect(second.signing.count == 2)
            #expect(second.signingKeys.current.createdAt == now.adding(seconds: 100))
            #expect(second.signingKeys.former?.id == first.signing[0].id)
            #expect(second.refresh == first.refresh)
            #expect(second.idempotency == first.idempotency)
            let third = try KeyFile.rotateSigningKey(path, now: now.adding(seconds: 200))
            #expect(third.signing.map(\.id).dropFirst() == [second.signing[0].id])
            #expect(try KeyFile.load(path).signing.map(\.id) == third.signing.map(\.id))
            #expect(try folder.mode("keys.json") == 0o600)
            #expect(try folder.names() == ["keys.json"])
        }
    }

    @Test("knows until when its former key is in use: a minute and a day after the change")
    func formerInUse() throws {
        let first = KeyFile(now: now)
        #expect(first.formerInUse(at: now) == nil)
        let second = first.rotated(now: now.adding(seconds: 100))
        let over = now.adding(seconds: 100 + 60 + 86_400)
        for seconds: Int64 in [100, 160, 100 + 60 + 86_399] {
            #expect(second.formerInUse(at: now.adding(seconds: seconds)) == over)
        }
        #expect(second.formerInUse(at: over) == nil)
    }

    @Test("shows no secret when printed, dumped or refused")
    func printing() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("keys.json")
            let file = try KeyFile.loadOrCreate(path, now: now)
            let tokens = RefreshTokens(key: file.refresh)
            let signer = try TokenSigner(keys: file.signingKeys, issuer: "https://purser.example")
            var text = ""
            for value in [file, file.signing, file.signingKeys, tokens, signer] as [Any] {
                text += "\(value) \(String(reflecting: value))"
                dump(value, to: &text)
            }
            let secrets = [
                Array(file.signing[0].key.rawRepresentation), file.refresh.bytes,
                file.idempotency.bytes, file.sealing[0].bytes,
            ]
            for secret in secrets {
                #expect(!text.contains(Base64URL.text(secret)))
                #expect(!text.contains(Data(secret).base64EncodedString()))
                #expect(!text.contains(secret.prefix(4).map(String.init).joined(separator: ", ")))
            }
            #expect(text.contains(file.signing[0].id), "what is public is shown")
        }
    }
}
