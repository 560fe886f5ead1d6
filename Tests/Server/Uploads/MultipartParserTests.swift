import Kernel
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("A form with a file")
struct MultipartParserTests {
    /// A part as it was read.
    struct Part: Equatable {
        let name: String
        var fileName: String?
        var content = ""
    }

    private func parts(
        _ text: String,
        boundary: String = "x",
        piece: Int = .max
    ) throws -> [Part] {
        var parser = MultipartParser(boundary: boundary)
        var parts: [Part] = []
        var ended = 0
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let next = rest.prefix(piece)
            rest = rest.dropFirst(next.count)
            try parser.read(next) { event in
                switch event {
                case .part(let part): parts.append(Part(name: part.name, fileName: part.fileName))
                case .content(let bytes):
                    parts[parts.count - 1].content += String(decoding: bytes, as: UTF8.self)
                case .ended: ended += 1
                }
            }
        }
        try parser.finish()
        #expect(ended == parts.count)
        return parts
    }

    private static let form = [
        "--x\r\n",
        "Content-Disposition: form-data; name=\"preview\"\r\n\r\n", "true",
        "\r\n--x\r\n",
        "content-type: text/csv\r\nCONTENT-DISPOSITION: form-data; name=file; ",
        "filename=\"a \\\"b\\\".csv\"\r\n\r\n", "1,2\r\n--y\r\n-\r\n", "\r\n--x  \r\n",
        "Content-Disposition: form-data; name=\"empty\"\r\n\r\n", "\r\n--x--\r\nbehind it",
    ].joined()

    @Test("is read the same wherever its pieces are cut", arguments: [1, 2, 3, 5, 7, 64, 10_000])
    func pieces(piece: Int) throws {
        #expect(
            try parts(Self.form, piece: piece) == [
                Part(name: "preview", content: "true"),
                Part(name: "file", fileName: "a \"b\".csv", content: "1,2\r\n--y\r\n-\r\n"),
                Part(name: "empty"),
            ]
        )
    }

    @Test("may have something before its first boundary")
    func preamble() throws {
        let form =
            "for old readers\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--"
        #expect(try parts(form) == [Part(name: "a", content: "1")])
    }

    static let bad: [(String, MultipartError)] = [
        ("", .cutOff), ("--x\r\n", .cutOff),
        ("--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1", .cutOff),
        ("--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x-", .cutOff),
        ("--x\r\n\r\n1\r\n--x--", .badHeaders),
        ("--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", .badHeaders),
        ("--x\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--x--", .badHeaders),
        ("--x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--x--", .badHeaders),
        ("--x\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n1\r\n--x--", .badHeaders),
        ("--x\r\nno header\r\n\r\n1\r\n--x--", .badHeaders),
        ("--xy\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--", .noBoundary),
        (String(repeating: "-", count: 10_000), .noBoundary),
        ("--x\r\nA: " + String(repeating: "a", count: 10_000), .headersTooLarge),
        (
            String(
                repeating: "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n",
                count: Limits.uploadParts + 1
            ) + "--x--",
            .tooManyParts
        ),
    ]

    @Test("is refused when it is none, wherever its pieces are cut", arguments: bad, [1, 1_000])
    func refused(row: (form: String, error: MultipartError), piece: Int) {
        #expect(throws: row.error) { try parts(row.form, piece: piece) }
    }
}
