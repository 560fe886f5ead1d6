import Kernel

/// A bank file that was received, to be read as often as it takes.
public struct BankFileSource: Sendable {
    /// The file's name, as it was told; it decides nothing.
    public let name: String
    /// Up to so many bytes from an offset; none at the end.
    private let bytes: @Sendable (_ offset: Int, _ most: Int) async throws -> [UInt8]

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - bytes: Reads up to so many bytes from an offset; none at the end.
    public init(
        name: String,
        bytes: @escaping @Sendable (_ offset: Int, _ most: Int) async throws -> [UInt8]
    ) {
        self.name = name
        self.bytes = bytes
    }

    /// A file in memory.
    public init(name: String, _ content: [UInt8]) {
        self.init(name: name) { offset, most in
            Array(content[min(offset, content.count)...].prefix(most))
        }
    }

    /// The same file under another name.
    func renamed(_ name: String) -> BankFileSource { BankFileSource(name: name, bytes: bytes) }

    /// Hands out the file piece by piece until `visit` returns `false`.
    ///
    /// Between pieces others have their turn: to read a large file takes seconds.
    func pieces(_ visit: (ArraySlice<UInt8>) async throws -> Bool) async throws {
        var offset = 0
        while true {
            try Task.checkCancellation()
            let bytes = try await bytes(offset, Limits.uploadPieceBytes)
            guard !bytes.isEmpty else { return }
            offset += bytes.count
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Self.pieceBytes)
                rest = rest.dropFirst(piece.count)
                guard try await visit(piece) else { return }
                await Task.yield()
            }
        }
    }

    private static let pieceBytes = 32_768
}
