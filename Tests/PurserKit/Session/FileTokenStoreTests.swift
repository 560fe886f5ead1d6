import Foundation
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A session in a file")
struct FileTokenStoreTests {
    private func session(_ number: Int = 1) -> StoredSession {
        StoredSession(
            id: "name-\(number)",
            accessToken: TestToken.access("alice", number: number),
            refreshToken: "refresh-\(number)",
            issuedAt: TestClock.noon,
            expiresAt: TestClock.noon.adding(seconds: 3_600)
        )
    }

    private func mode(_ path: String) throws -> Int? {
        let values = try FileManager.default.attributesOfItem(atPath: path)
        return (values[.posixPermissions] as? NSNumber)?.intValue
    }

    private func inFolder(_ work: (TemporaryDirectory) throws -> Void) throws {
        let folder = try TemporaryDirectory()
        defer { folder.remove() }
        try work(folder)
    }

    @Test("is kept, read, replaced and forgotten, and nothing else is left")
    func roundTrip() throws {
        try inFolder { folder in
            let path = folder.file("deep/down/session")
            let store = FileTokenStore(path: path)
            #expect(try store.load() == nil)
            try store.remove()
            try store.save(session(1))
            try store.save(session(2))
            #expect(try FileTokenStore(path: path).load() == session(2))
            #expect(try mode(path) == 0o600)
            #expect(try mode(folder.file("deep/down")) == 0o700)
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.file("deep/down")
            )
            #expect(files == ["session"])
            try store.remove()
            #expect(try store.load() == nil)
        }
    }

    @Test("that others may read is closed to them", arguments: [0o644, 0o666, 0o640])
    func exposed(mode: Int) throws {
        try inFolder { folder in
            let path = folder.file("session")
            let store = FileTokenStore(path: path)
            try store.save(session())
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            #expect(try store.load() == session())
            #expect(try self.mode(path) == 0o600)
        }
    }

    @Test(
        "that is damaged is an error which names the file alone, and can be forgotten",
        arguments: ["", "{", "{}", "null", #"{"id":1}"#, String(repeating: "x", count: 300_000)]
    )
    func damaged(content: String) throws {
        try inFolder { folder in
            let path = folder.file("session")
            let store = FileTokenStore(path: path)
            try Data(content.utf8).write(to: URL(filePath: path))
            let error = #expect(throws: TokenStoreError.self) { try store.load() }
            let text = try #require(error).description
            #expect(text.hasPrefix("session is "))
            #expect(!text.contains("/"))
            try store.save(session())
            #expect(try store.load() == session())
            try Data(content.utf8).write(to: URL(filePath: path))
            try store.remove()
            #expect(try store.load() == nil)
        }
    }

    @Test("is not followed through a link, and not read from what is no file")
    func strange() throws {
        try inFolder { folder in
            let target = folder.file("target")
            try FileTokenStore(path: target).save(session())
            let link = folder.file("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            #expect(throws: TokenStoreError.self) { try FileTokenStore(path: link).load() }
            // Keeping replaces the link, and leaves what it led to.
            try FileTokenStore(path: link).save(session(2))
            #expect(try FileTokenStore(path: target).load() == session())
            let inner = folder.file("inner")
            try FileManager.default.createDirectory(
                atPath: inner,
                withIntermediateDirectories: false
            )
            let store = FileTokenStore(path: inner)
            #expect(throws: TokenStoreError.self) { try store.load() }
            #expect(throws: TokenStoreError.self) { try store.save(session()) }
            #expect(throws: TokenStoreError.self) { try store.remove() }
            let below = FileTokenStore(path: target + "/session")
            #expect(throws: TokenStoreError.self) { try below.save(session()) }
            try below.remove()
        }
    }

    @Test("is whole at any time, while others keep and read")
    func together() async throws {
        let folder = try TemporaryDirectory()
        defer { folder.remove() }
        let path = folder.file("session")
        try FileTokenStore(path: path).save(session(0))
        let known = (0..<8).map { session($0) }
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    let store = FileTokenStore(path: path)
                    for _ in 0..<10 {
                        try store.save(known[number])
                        let kept = try #require(try store.load())
                        #expect(known.contains(kept))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session"])
    }

    @Test("that a process left half written is forgotten with the session")
    func drafts() throws {
        try inFolder { folder in
            let store = FileTokenStore(path: folder.file("session"))
            try store.save(session())
            let other = folder.file("other.1-2.draft")
            for path in [folder.file("session.77-88.draft"), other] {
                try Data("half".utf8).write(to: URL(fileURLWithPath: path))
            }
            try store.remove()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.file(""))
            #expect(files == ["other.1-2.draft"])
        }
    }
}
