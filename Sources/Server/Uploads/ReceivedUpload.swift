import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import NIOHTTP1

/// A file that was received, with the fields beside it.
struct ReceivedUpload {
    /// The file.
    let file: TemporaryFile
    /// The file's name, where the form tells it.
    let fileName: String
    /// The other fields of the form.
    let fields: [(key: String, value: String)]
}

extension Request {
    /// Receives a file: the body itself, or the field `file` of a form.
    ///
    /// Memory holds a piece of it; the disk no more than a file may have.
    ///
    /// - Throws: ``Problem`` `payloadTooLarge`, `invalid`, `unavailable`.
    func upload() async throws -> ReceivedUpload {
        try requireUploadSize()
        let boundary = try formBoundary()
        var receiver = try UploadReceiver(boundary: boundary)
        do {
            for try await piece in body {
                try await receiver.take(piece.readableBytesView)
            }
            return try await receiver.finish()
        } catch let error as MultipartError {
            throw Problem.invalid(error.sentence)
        } catch let error as HTTPParserError {
            throw Problem.invalid("The body is not HTTP: \(error)")
        }
    }

    /// Refuses a body that says itself that it is too large.
    ///
    /// - Throws: ``Problem`` `payloadTooLarge`.
    func requireUploadSize() throws {
        let length = headers.only(.contentLength).flatMap(Int.init)
        guard length ?? 0 <= Limits.bankFileBytes + Limits.uploadFrameBytes else {
            throw Problem(.payloadTooLarge)
        }
    }

    /// The boundary of a form; `nil` when the body is the file itself.
    private func formBoundary() throws -> String? {
        guard let type = headers.only(.contentType) else { return nil }
        var fields = HeaderFields(type[...])
        guard fields.type == "multipart/form-data" else { return nil }
        var boundary: String?
        do {
            while let (key, value) = try fields.next() {
                if key == "boundary" { boundary = value }
            }
        } catch {
            boundary = nil
        }
        // RFC 2046, section 5.1.1.
        guard let boundary, (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), !boundary.hasSuffix(" ")
        else { throw Problem.invalid(MultipartError.noBoundary.sentence) }
        return boundary
    }
}

/// Puts a file on disk as it arrives.
private struct UploadReceiver {
    private let file: TemporaryFile
    private var parser: MultipartParser?
    private var fileName: String?
    private var fields: [(key: String, value: String)] = []
    private var field: (name: String, bytes: [UInt8])?
    /// Bytes of the file that are not written yet.
    private var waiting: [UInt8] = []
    private var fileBytes = 0
    private var bodyBytes = 0

    init(boundary: String?) throws {
        file = try TemporaryFile()
        parser = boundary.map { MultipartParser(boundary: $0) }
        if parser == nil { fileName = "" }
    }

    mutating func take(_ piece: ByteBufferView) async throws {
        bodyBytes += piece.count
        guard bodyBytes <= Limits.bankFileBytes + Limits.uploadFrameBytes else {
            throw Problem(.payloadTooLarge)
        }
        if parser == nil {
            try keep(piece)
        } else {
            var events: [MultipartParser.Event] = []
            try parser?.read(piece) { events.append($0) }
            for event in events { try take(event) }
        }
        if waiting.count >= Limits.uploadPieceBytes { try await write() }
    }

    mutating func finish() async throws -> ReceivedUpload {
        try parser?.finish()
        guard let fileName else {
            throw Problem.invalid([Fault(field: "file", rule: "is required")])
        }
        if !waiting.isEmpty { try await write() }
        return ReceivedUpload(file: file, fileName: fileName, fields: fields)
    }

    private mutating func take(_ event: MultipartParser.Event) throws {
        switch event {
        case .part(let part) where part.name == "file":
            guard fileName == nil else {
                throw Problem.invalid([Fault(field: "file", rule: "is given twice")])
            }
            fileName = part.fileName.map(Self.lastPart) ?? ""
        case .part(let part): field = (part.name, [])
        case .content(let bytes) where field == nil: try keep(bytes)
        case .content(let bytes):
            field?.bytes += bytes
            guard field?.bytes.count ?? 0 <= Limits.uploadFieldBytes else {
                throw Problem(.payloadTooLarge)
            }
        case .ended:
            guard let field else { return }
            self.field = nil
            guard let value = String(validating: field.bytes, as: UTF8.self) else {
                throw Problem.invalid([Fault(field: field.name, rule: "is not UTF-8")])
            }
            fields.append((field.name, value))
        }
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) throws {
        fileBytes += bytes.count
        guard fileBytes <= Limits.bankFileBytes else { throw Problem(.payloadTooLarge) }
        waiting += bytes
    }

    private mutating func write() async throws {
        let bytes = waiting
        waiting = []
        try await file.append(bytes)
    }

    /// A file's name without the folders that a sender may tell with it, and not too long.
    private static func lastPart(_ path: String) -> String {
        let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let visible = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        return String(
            String.UnicodeScalarView(visible.prefix(Limits.identifierCharacters))
        )
    }
}
