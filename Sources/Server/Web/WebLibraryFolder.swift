import Foundation
import Kernel
import Web

/// The folder in which the system installed Leaflet.
struct WebLibraryFolder {
    /// Why there is no library to be had.
    struct Fault: Error, Equatable, CustomStringConvertible {
        /// The sentence for the operator's log.
        let description: String

        fileprivate init(_ file: String, _ rule: String) {
            description = "\(file) \(rule)"
        }
    }

    /// The script's names: Debian's short form, and what Leaflet's own archive calls it.
    private static let scripts = ["leaflet.min.js", "leaflet.js"]
    private static let style = "leaflet.css"

    let path: String

    /// Reads the files that the map needs, and no other.
    func leaflet() throws(Fault) -> MapLibrary {
        for script in Self.scripts {
            guard let script = try content(of: script) else { continue }
            guard let style = try content(of: Self.style) else { break }
            return MapLibrary(script: script, style: style)
        }
        throw Fault("\(Self.scripts[1]) or \(Self.style)", "is not there")
    }

    /// What a file holds; `nil` when it is not there.
    private func content(of file: String) throws(Fault) -> [UInt8]? {
        // A link could lead to what nobody may read, such as the keys. Without O_NONBLOCK a named
        // pipe in the file's place would hang the start.
        let descriptor = open("\(path)/\(file)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Fault(file, errno == ELOOP ? "is a symbolic link" : "cannot be opened")
        }
        defer { close(descriptor) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            throw Fault(file, "is no regular file")
        }
        let bytes = try bytes(of: descriptor, file)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Fault(file, "is no text in UTF-8")
        }
        return bytes
    }

    private func bytes(of descriptor: Int32, _ file: String) throws(Fault) -> [UInt8] {
        let most = Limits.webLibraryFileBytes
        // One byte more than it may have tells a file that has too many.
        var bytes = [UInt8](repeating: 0, count: most + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return read(descriptor, room.baseAddress, room.count)
            }
            if got == 0 { break }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw Fault(file, "cannot be read") }
            count += got
        }
        guard count <= most else { throw Fault(file, "has more than \(most) bytes") }
        return Array(bytes[..<count])
    }
}
