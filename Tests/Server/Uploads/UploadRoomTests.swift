import Contract
import Foundation
import Kernel
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Files that are received")
struct UploadRoomTests {
    @Test("have few places, and one for each caller")
    func places() throws {
        let room = UploadRoom()
        for number in 1...Limits.uploadsAtOnce { try room.enter("caller \(number)") }
        #expect(kind { try room.enter("caller 1") } == .conflict)
        #expect(kind { try room.enter("another") } == .unavailable)
        room.leave("caller 1")
        try room.enter("another")
    }

    @Test("are read as they were written, from any place")
    func content() async throws {
        let file = try TemporaryFile()
        try await file.append(Array("abc".utf8))
        try await file.append(Array("defg".utf8))
        #expect(file.count == 7)
        #expect(try await file.bytes(from: 2, most: 3) == Array("cde".utf8))
        #expect(try await file.bytes(from: 5, most: 10) == Array("fg".utf8))
        #expect(try await file.bytes(from: 7, most: 10) == [])
    }

    @Test("have no name, and are nobody else's to read")
    func nothingLeft() async throws {
        let file = try TemporaryFile()
        try await file.append([1, 2, 3])
        var found = stat()
        #expect(fstat(file.descriptor, &found) == 0)
        #expect(found.st_nlink == 0 && found.st_size == 3 && found.st_mode & 0o777 == 0o600)
    }

    private func kind(_ work: () throws -> Void) -> Problem.Kind? {
        do {
            try work()
            return nil
        } catch {
            return (error as? Problem)?.kind
        }
    }
}
