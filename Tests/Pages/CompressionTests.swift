import CZlib
import Contract
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Compression")
struct CompressionTests {
    @Test("makes each file smaller, and what comes out of it is the file")
    func files() async throws {
        try await withServer(.sqlite) { server in
            let paths = try await Self.paths(server)
            #expect(paths.count >= 5)
            for path in paths {
                let plain = try await server.get(path)
                let small = try await server.get(path, headers: ["Accept-Encoding": "gzip, br"])
                #expect(plain.status == 200 && small.status == 200)
                #expect(plain.headers["Content-Encoding"] == nil, "\(path)")
                #expect(small.headers["Content-Encoding"] == "gzip", "\(path)")
                #expect(small.body.count < plain.body.count, "\(path)")
                #expect(Self.inflated(small.body, atMost: 1 << 20) == plain.body, "\(path)")
                let refused = try await server.get(path, headers: ["Accept-Encoding": "gzip;q=0"])
                #expect(refused.status == 200 && refused.body == plain.body)
                for answer in [plain, small, refused] {
                    #expect(answer.headers["Vary"] == "Accept-Encoding")
                    #expect(answer.headers["Content-Length"] == "\(answer.body.count)")
                    for name in ["Content-Type", "Cache-Control", "Content-Security-Policy"] {
                        #expect(answer.headers[name] != nil, "\(path) \(name)")
                        #expect(answer.headers[name] == plain.headers[name], "\(path) \(name)")
                    }
                }
                // Made once: the next one gets the same bytes.
                let again = try await server.get(path, headers: ["Accept-Encoding": "gzip"])
                #expect(again.body == small.body)
                let head = try await server.raw(
                    "HEAD",
                    path,
                    nil,
                    headers: ["Accept-Encoding": "gzip"]
                )
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(head.headers["Content-Length"] == "\(small.body.count)")
                #expect(head.headers["Content-Encoding"] == "gzip")
            }
        }
    }

    @Test(
        "is for who takes it, and would not rather have the file as it is",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("GZip", true), ("x-gzip", true),
            ("deflate, gzip;q=1.0, *;q=0.5", true), ("gzip, deflate, br, zstd", true),
            ("*", true), ("br, *;q=0.1", true), ("compress;q=0.5, gzip ; q=0.001", true),
            ("identity;q=0.5, gzip", true), ("gzip\t;\tQ=0.8", true), ("identity;q=0, *", true),
            ("gzip;q=0.5, identity;q=0.5", true), ("gzip;q=1.000", true), ("gzip;q=0.", false),
            ("gzip;q=0", false), ("gzip;q=0.000, *", false), ("*;q=0", false), ("br", false),
            ("identity", false), ("gzip;q=0.5, identity", false), ("*;q=0.2, identity", false),
            ("gzip;q=0, gzip", false), ("gzipped", false), ("gzip;q=1.001", false),
            ("gzip;q=2", false), ("gzip;q=-1", false), ("gzip;q=nan", false), ("gzip;q", false),
            ("gzip;", false), ("gzip;q=0.0001", false), ("gzip;level=9", false),
            ("gzip;q=1;q=1", false), (";q=1", false), (",,;,", false), ("identity;q=0", false),
        ] as [(String?, Bool)]
    )
    func choice(header: String?, isCompressed: Bool) {
        #expect(Gzip.isAccepted(by: header) == isCompressed)
    }

    @Test("has a mark of its own, by which a browser asks whether it has the file already")
    func marks() async throws {
        try await withServer(.sqlite) { server in
            let path = "/app/worker.js"
            let plain = try #require(try await server.get(path).headers["ETag"])
            let accepted: Headers = ["Accept-Encoding": "gzip"]
            let small = try #require(try await server.get(path, headers: accepted).headers["ETag"])
            #expect(plain != small)
            #expect(plain.hasPrefix("\"") && plain.hasSuffix("\"") && plain.count > 10)
            for (known, coding, status) in [
                (plain, nil, 304), (small, "gzip", 304), ("W/\(plain)", nil, 304),
                ("\"x\",\(plain) , \"y\"", nil, 304), ("*", nil, 304), (small, nil, 200),
                (plain, "gzip", 200), ("\"x\"", nil, 200), ("", nil, 200),
            ] as [(String, String?, Int)] {
                var headers: Headers = ["If-None-Match": known]
                headers["Accept-Encoding"] = coding
                let answer = try await server.get(path, headers: headers)
                #expect(answer.status == status, "\(known) \(coding ?? "")")
                #expect(answer.headers["Vary"] == "Accept-Encoding")
                #expect(answer.headers["Cache-Control"] == "no-cache")
                guard status == 304 else { continue }
                #expect(answer.body.isEmpty)
                #expect(answer.headers["ETag"] == (coding == nil ? plain : small))
                for name in ["Content-Length", "Content-Encoding", "Content-Type"] {
                    #expect(answer.headers[name] == nil, "\(name)")
                }
            }
        }
    }

    @Test("is not for what holds something of somebody's: pages and answers of the API")
    func pages() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let accepted: Headers = ["Accept-Encoding": "gzip, deflate, br, *;q=0.1"]
            for path in ["/app", "/app/transactions?q=coffee", "/app/sign-in", "/app/nothing"] {
                let page = try await visit.get(path, headers: accepted)
                #expect(page.headers["Content-Encoding"] == nil, "\(path)")
                #expect(page.headers["Vary"] == nil, "\(path)")
                #expect(!page.body.starts(with: [0x1F, 0x8B]), "\(path)")
            }
            let answer = try await server.get("/health", headers: accepted)
            #expect(answer.status == 200 && answer.headers["Content-Encoding"] == nil)
        }
    }

    /// What a first view of a page may have, with its files, as they are sent.
    private static let firstViewBytes = 100_000

    @Test("leaves no first view above 100 kB: the page, and each file that it names, as sent")
    func firstViews() async throws {
        try await withWebApp { server, map in
            let parent = try await server.registerParent()
            _ = try await parent.syncTransactions(demoSeed: true)
            let visit = try await WebVisit.signedIn(parent, server)
            let accepted: Headers = ["Accept-Encoding": "gzip, deflate, br"]
            // A file to keep is no view.
            let export = "/app/settings/data/export"
            let named = map.pages.filter { !$0.contains("{") && $0 != export }
            var sizes: [String: Int] = [:]
            for path in named + ["/app/cards/add?q=visa", "/app/transactions?q=groceries"] {
                let page = try await visit.get(path, headers: accepted)
                guard page.isHTML else { continue }
                #expect(page.status == 200, "\(path)")
                var bytes = page.body.count
                for file in Self.files(of: page) {
                    let sent = try await server.get(file, headers: accepted)
                    #expect(sent.status == 200, "\(file)")
                    bytes += sent.body.count
                }
                sizes[path] = bytes
                #expect(bytes < Self.firstViewBytes, "\(path) with \(bytes) bytes")
            }
            // The style alone has more than a kilobyte, and every page has it.
            #expect(sizes.count > 20 && sizes.values.allSatisfy { $0 > 1_000 })
        }
    }

    @Test("is told of beside the origin where another site may ask")
    func variants() async throws {
        var settings = ServerSettings.unlimited
        settings.corsOrigins = ["https://app.example.com"]
        try await withServer(.sqlite, settings: settings) { server in
            let headers: Headers = ["Origin": "https://app.example.com"]
            let answer = try await server.get("/app/worker.js", headers: headers)
            #expect(answer.headers["Vary"] == "Accept-Encoding, Origin")
        }
    }

    @Test("leaves bytes as they are that become no smaller")
    func incompressible() {
        #expect(Gzip.compressed([]) == nil)
        #expect(Gzip.compressed(Array("short".utf8)) == nil)
        var state: UInt64 = 1
        let noise = (0..<4_096).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        #expect(Gzip.compressed(noise) == nil)
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        let small = Gzip.compressed(zeros)
        #expect(small.map(\.count).map { $0 < 200 } == true)
        #expect(small.flatMap { Self.inflated($0, atMost: zeros.count) } == zeros)
    }

    /// Where the files are that the pages name, and those that they do not.
    private static func paths(_ server: InProcessServer) async throws -> Set<String> {
        let pages = [
            try await server.get("/app/sign-in"),
            try await WebVisit.signedIn(try await server.registerParent(), server).get("/app"),
        ]
        return pages.reduce(into: ["/oauth2/sign-in.css"]) { $0.formUnion(files(of: $1)) }
    }

    /// Where the files of a page are: those that it names, and the worker.
    private static func files(of page: TransportResponse) -> Set<String> {
        let named = page.text.matches(of: /"(\/app\/assets\/[^"#]*)/).map { String($0.1) }
        return Set(named + ["/app/worker.js"])
    }

    /// What bytes in the gzip format hold; `nil` where they are none, or not whole.
    private static func inflated(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
        var stream = z_stream()
        var bytes = bytes
        var isWhole = false
        let size = Int32(MemoryLayout<z_stream>.size)
        let content = bytes.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: limit) { output, count in
                withUnsafeMutablePointer(to: &stream) { stream in
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = UInt32(input.count)
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(limit)
                    // The gzip format alone, with its checksum.
                    guard inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, size) == Z_OK else {
                        return
                    }
                    isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END
                    count = Int(stream.pointee.total_out)
                    inflateEnd(stream)
                }
            }
        }
        return isWhole ? content : nil
    }
}
