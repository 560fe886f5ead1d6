import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import PurserKitStore

@Suite("The folder of the device")
struct DeviceFolderTests {
    @Test("what is cleared is overwritten in the file, and not merely left out of the tables")
    func wiped() async throws {
        // Debian's SQLite overwrites by itself; others leave what is deleted where it was.
        let entry = unsafeBitCast(leaveDeleted, to: (@convention(c) () -> Void).self)
        sqlite3_auto_extension(entry)
        defer { sqlite3_cancel_auto_extension(entry) }
        let device = try TestDevice()
        let secret = "a very private fact of alice"
        let store = device.store()
        try await store.writing { database in
            for number in 0..<200 {
                try database.execute(
                    sql: "INSERT INTO facts VALUES ('a', 'b', ?1, ?1, 1)",
                    arguments: ["\(secret) \(number)"]
                )
            }
        }
        await store.close()
        #expect(try Self.holds(secret, device))
        let later = device.store()
        try await later.forget(exceptOf: nil)
        await later.close()
        #expect(try !Self.holds(secret, device))
    }

    private static func holds(_ text: String, _ device: TestDevice) throws -> Bool {
        try device.files.contains { name in
            let file = URL(fileURLWithPath: "\(device.path)/\(name)")
            return try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
        }
    }

    /// What lies there when a client comes to move it aside, and whether it does.
    static let files: [(bytes: [UInt8], isMoved: Bool)] = [
        (Array("this is no database".utf8), true), (Array("SQLite format 3".utf8), true),
        ([], false), (Array("SQLite format 3\0".utf8), false),
        (Array("SQLite format 3\0 and all that belongs to it".utf8), false),
    ]

    @Test("a file that another process made good meanwhile stays where it is", arguments: files)
    func moveAside(file: (bytes: [UInt8], isMoved: Bool)) throws {
        let device = try TestDevice()
        let folder = DeviceFolder(device.path)
        try folder.make()
        try Data(file.bytes).write(to: URL(fileURLWithPath: folder.file))
        #expect(try folder.moveAside(at: 7) == file.isMoved)
        let aside = "purser-device.sqlite.damaged-7"
        let name = file.isMoved ? aside : "purser-device.sqlite"
        #expect(device.files.filter { !$0.hasSuffix(".lock") } == [name])
        let left = try Data(contentsOf: URL(fileURLWithPath: "\(device.path)/\(name)"))
        #expect(Array(left) == file.bytes)
    }

    @Test("where there is no file any more, none is moved")
    func gone() throws {
        let device = try TestDevice()
        let folder = DeviceFolder(device.path)
        try folder.make()
        #expect(try !folder.moveAside(at: 7))
    }
}

/// What SQLite does with each connection that it opens.
private let leaveDeleted:
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
    ) -> CInt = { handle, _, _ in
        sqlite3_exec(handle, "PRAGMA secure_delete = OFF", nil, nil, nil)
    }
