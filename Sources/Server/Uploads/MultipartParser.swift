import Kernel

/// Reads the parts of a form that carries a file (RFC 7578, RFC 2046 section 5.1), as they arrive.
///
/// Strict, and bounded: a part has headers of a few kilobytes, a form has few parts, and content is
/// handed on at once. Pieces may be cut anywhere. What stands before the first boundary and behind
/// the last one is passed over.
struct MultipartParser {
    /// What is found, in the form's order.
    enum Event: Equatable {
        /// A part begins.
        case part(MultipartPart)
        /// More of its content.
        case content(ArraySlice<UInt8>)
        /// The part ends.
        case ended
    }

    private enum Stage {
        /// Before the first boundary.
        case preamble
        /// Behind a boundary, where its line ends or the form does.
        case boundaryEnd
        /// In the headers of a part.
        case headers
        /// In the content of a part.
        case content
        /// Behind the last boundary.
        case epilogue
    }

    /// Whether the last boundary was read.
    var isComplete: Bool { stage == .epilogue }

    /// What ends content: a line's end, two dashes and the boundary.
    private let delimiter: [UInt8]
    private var stage = Stage.preamble
    /// What was read and is not understood yet; no longer than a part's headers.
    private var kept: [UInt8]
    private var parts = 0
    private var passedOver = 0

    /// Begins with the first byte of a form.
    init(boundary: String) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary begins a line as if one had ended before it.
        kept = [0x0D, 0x0A]
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``MultipartError``.
    mutating func read(
        _ piece: some Collection<UInt8>,
        _ visit: (Event) throws -> Void
    ) throws {
        var bytes = kept + piece
        kept = []
        var rest = bytes[...]
        while try advance(&rest, visit) {}
        bytes = Array(rest)
        kept = bytes
    }

    /// Ends the reading.
    ///
    /// - Throws: ``MultipartError`` `cutOff` when the last boundary was not read.
    func finish() throws {
        guard isComplete else { throw MultipartError.cutOff }
    }

    /// Understands some of what was read; `false` when more is needed for it.
    private mutating func advance(
        _ rest: inout ArraySlice<UInt8>,
        _ visit: (Event) throws -> Void
    ) throws -> Bool {
        switch stage {
        case .preamble: return try passOver(&rest)
        case .boundaryEnd: return try endBoundary(&rest)
        case .headers: return try readHeaders(&rest, visit)
        case .content: return try readContent(&rest, visit)
        case .epilogue:
            rest = rest[rest.endIndex...]
            return false
        }
    }

    private mutating func passOver(_ rest: inout ArraySlice<UInt8>) throws -> Bool {
        guard let found = rest.firstStart(of: delimiter) else {
            let tail = rest.count - rest.possibleStart(of: delimiter)
            passedOver += tail
            guard passedOver <= Limits.uploadHeaderBytes else { throw MultipartError.noBoundary }
            rest = rest.dropFirst(tail)
            return false
        }
        rest = rest[(found + delimiter.count)...]
        stage = .boundaryEnd
        return true
    }

    private mutating func endBoundary(_ rest: inout ArraySlice<UInt8>) throws -> Bool {
        // Space may follow a boundary (RFC 2046, section 5.1.1).
        let start = rest.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? rest.endIndex
        guard start - rest.startIndex <= Self.paddingBytes else { throw MultipartError.noBoundary }
        guard rest.endIndex - start >= 2 else { return false }
        switch (rest[start], rest[start + 1]) {
        case (0x2D, 0x2D): stage = .epilogue
        case (0x0D, 0x0A):
            stage = .headers
            parts += 1
            guard parts <= Limits.uploadParts else { throw MultipartError.tooManyParts }
        default: throw MultipartError.noBoundary
        }
        rest = rest[(start + 2)...]
        return true
    }

    private mutating func readHeaders(
        _ rest: inout ArraySlice<UInt8>,
        _ visit: (Event) throws -> Void
    ) throws -> Bool {
        // A part without headers has no name.
        if rest.starts(with: Self.headersEnd.prefix(2)) { throw MultipartError.badHeaders }
        guard let end = rest.firstStart(of: Self.headersEnd) else {
            guard rest.count <= Limits.uploadHeaderBytes else {
                throw MultipartError.headersTooLarge
            }
            return false
        }
        guard end - rest.startIndex <= Limits.uploadHeaderBytes else {
            throw MultipartError.headersTooLarge
        }
        try visit(.part(try MultipartPart(headers: rest[..<end])))
        // The end of the last line may begin the boundary of a part without content.
        rest = rest[(end + 2)...]
        stage = .content
        isAtStart = true
        return true
    }

    /// Whether no content of the part was read yet.
    private var isAtStart = false

    private mutating func readContent(
        _ rest: inout ArraySlice<UInt8>,
        _ visit: (Event) throws -> Void
    ) throws -> Bool {
        if isAtStart {
            guard rest.count >= delimiter.count else { return false }
            isAtStart = false
            // The empty line behind the headers ends here, unless it begins a boundary.
            if !rest.starts(with: delimiter) { rest = rest.dropFirst(2) }
        }
        guard let found = rest.firstStart(of: delimiter) else {
            let count = rest.count - rest.possibleStart(of: delimiter)
            if count > 0 { try visit(.content(rest.prefix(count))) }
            rest = rest.dropFirst(count)
            return false
        }
        if found > rest.startIndex { try visit(.content(rest[..<found])) }
        try visit(.ended)
        rest = rest[(found + delimiter.count)...]
        stage = .boundaryEnd
        return true
    }

    private static let headersEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    private static let paddingBytes = 64
}

/// Why a form is not read.
enum MultipartError: Error, Equatable {
    /// Its type names no boundary, or none is where one has to be.
    case noBoundary
    /// It ends before its last boundary.
    case cutOff
    /// It has more parts than any form of ours.
    case tooManyParts
    /// A part has headers that are too large.
    case headersTooLarge
    /// A part has no name, or its headers are no headers.
    case badHeaders

    /// What a caller is told.
    var sentence: String {
        switch self {
        case .noBoundary: "The form has no boundary where one has to be"
        case .cutOff: "The form ends before its last boundary"
        case .tooManyParts: "The form has more than \(Limits.uploadParts) parts"
        case .headersTooLarge: "A part of the form has too large a head"
        case .badHeaders: "A part of the form has no name"
        }
    }
}

extension ArraySlice<UInt8> {
    /// Where a pattern begins first.
    fileprivate func firstStart(of pattern: [UInt8]) -> Int? {
        guard let first = pattern.first, count >= pattern.count else { return nil }
        let last = endIndex - pattern.count
        return withUnsafeBufferPointer { bytes in
            var index = 0
            let end = last - startIndex
            while index <= end {
                guard bytes[index] == first else {
                    index += 1
                    continue
                }
                var length = 1
                while length < pattern.count, bytes[index + length] == pattern[length] {
                    length += 1
                }
                if length == pattern.count { return startIndex + index }
                index += 1
            }
            return nil
        }
    }

    /// How many bytes at the end may be the beginning of a pattern.
    fileprivate func possibleStart(of pattern: [UInt8]) -> Int {
        let most = Swift.min(count, pattern.count - 1)
        return (0...most).reversed().first { suffix($0).elementsEqual(pattern.prefix($0)) } ?? 0
    }
}
