import Kernel
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Files between their preview and their import")
struct HeldFilesTests {
    private let now = Timestamp(seconds: 1_755_691_200)

    private func member(_ number: UInt64) -> ID<Entity.Member> {
        ID(RawID(high: 1, low: number))
    }

    private func file(_ bytes: Int = 1) async throws -> TemporaryFile {
        let file = try TemporaryFile()
        try await file.append([UInt8](repeating: 0x41, count: bytes))
        return file
    }

    @Test("are one of each member, who alone has it, until it is taken")
    func own() async throws {
        let files = HeldFiles()
        let first = files.hold(try await file(), named: "a", of: member(1), now: now)
        #expect(files.find(first.id, of: member(1), now: now)?.name == "a")
        #expect(files.find(first.id, of: member(2), now: now) == nil)
        #expect(files.take(first.id, of: member(2), now: now) == nil)
        let second = files.hold(try await file(), named: "b", of: member(1), now: now)
        #expect(files.count == 1 && second.id != first.id)
        #expect(files.find(first.id, of: member(1), now: now) == nil)
        #expect(files.find(of: member(1), now: now)?.name == "b")
        #expect(files.take(first.id, of: member(1), now: now) == nil)
        #expect(files.take(second.id, of: member(1), now: now) != nil)
        #expect(files.take(second.id, of: member(1), now: now) == nil)
        files.putBack(second, of: member(1), now: now)
        #expect(files.find(of: member(1), now: now)?.name == "b")
        // One that came meanwhile stays.
        files.putBack(first, of: member(1), now: now)
        #expect(files.find(of: member(1), now: now)?.name == "b")
    }

    @Test("are given back after a while, whether they are asked for or not")
    func time() async throws {
        let files = HeldFiles()
        let file = files.hold(try await file(), named: "a", of: member(1), now: now)
        let last = now.adding(milliseconds: Limits.heldFileMilliseconds - 1)
        files.forgetOld(now: last)
        #expect(files.find(file.id, of: member(1), now: last) != nil)
        files.forgetOld(now: last.adding(milliseconds: 1))
        #expect(files.count == 0)
        // Taking one out and putting it back makes it no younger.
        files.putBack(file, of: member(1), now: last.adding(milliseconds: 1))
        #expect(files.count == 0)
    }

    @Test("have a most: then the oldest goes")
    func number() async throws {
        let files = HeldFiles(most: 3)
        for number in 1...UInt64(3) {
            let later = now.adding(milliseconds: Int64(number))
            _ = files.hold(try await file(), named: "\(number)", of: member(number), now: later)
        }
        #expect(files.count == 3)
        let last = now.adding(milliseconds: 4)
        _ = files.hold(try await file(), named: "new", of: member(4), now: last)
        #expect(files.count == 3)
        #expect(files.find(of: member(1), now: last) == nil)
        #expect(files.find(of: member(2), now: last) != nil)
        #expect(files.find(of: member(4), now: last) != nil)
    }

    @Test("have a most in bytes: then the largest of others goes, and not the small ones")
    func bytes() async throws {
        let files = HeldFiles(mostBytes: 1_000)
        for (number, bytes) in [(1, 10), (2, 400), (3, 300), (4, 290)] as [(UInt64, Int)] {
            _ = files.hold(try await file(bytes), named: "a", of: member(number), now: now)
        }
        #expect(files.count == 4)
        _ = files.hold(try await file(390), named: "b", of: member(5), now: now)
        let left = [1, 2, 3, 4, 5].filter { files.find(of: member($0), now: now) != nil }
        #expect(left == [1, 3, 4, 5])
        // The one that comes is not the one that goes.
        _ = files.hold(try await file(1_000), named: "c", of: member(6), now: now)
        #expect(files.count == 1 && files.find(of: member(6), now: now) != nil)
    }
}
