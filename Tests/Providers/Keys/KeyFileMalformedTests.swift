import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("A key file that is not one")
struct KeyFileMalformedTests {
    private let now = Timestamp(seconds: 1_763_700_000)

    private static let key =
        #"{"kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U","createdAt":"2025-11-21T04:40:00Z","#
        + #""privateKey":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}"#
    private static let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    private static let good =
        #"{"version":1,"signing":[\#(key)],"refresh":"\#(secret)","idempotency":"\#(secret)"}"#

    @Test("differs from this one, which is")
    func premise() throws {
        try TemporaryFolder.with { folder in
            try folder.write("keys.json", Self.good)
            let file = try KeyFile.load(folder.path("keys.json"))
            #expect(file.signing.map(\.id) == ["oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"])
            #expect(file.refresh == Secret((0..<32).map { UInt8($0) }))
        }
    }

    @Test(
        "is refused with the name of the part, and left as it is",
        arguments: [
            ("", "", "version"),
            (good, "", "version"),
            (good, "not JSON", "version"),
            (good, "[1]", "version"),
            ("\"version\":1,", "", "version"),
            ("\"version\":1", "\"version\":2", "version 2"),
            ("\"version\":1", "\"version\":\"1\"", "version"),
            ("\"refresh\":", "\"other\":", "field"),
            ("\"createdAt\"", "\"made\"", "field"),
            ("[\(key)]", "[]", "signing"),
            ("[\(key)]", "[\(key),\(key)]", "twice"),
            ("[\(key)]", "[\(key),\(key),\(key)]", "signing"),
            ("[\(key)]", "\"\(key.count)\"", "field"),
            ("oKIywv", "oKIywV", "signing"),
            ("2025-11-21T04:40:00Z", "yesterday", "signing"),
            ("jpsQnn", "jpsQno", "signing"),
            ("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI", "jpsQ", "signing"),
            (
                "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "signing"
            ),
            ("\"refresh\":\"\(secret)\"", "\"refresh\":\"\"", "refresh"),
            ("\"refresh\":\"\(secret)\"", "\"refresh\":\"\(secret)AAAA\"", "refresh"),
            ("\"refresh\":\"\(secret)\"", "\"refresh\":\"+/\(secret.dropFirst(2))\"", "refresh"),
            ("\"idempotency\":\"\(secret)\"", "\"idempotency\":\"AAEC\"", "idempotency"),
            ("\"version\":1", "\"version\":1,\"sealing\":[]", "sealing"),
            ("\"version\":1", "\"version\":1,\"sealing\":[\"AAEC\"]", "sealing"),
            ("\"version\":1", "\"version\":1,\"sealing\":\"\(secret)\"", "field"),
            (
                "\"version\":1",
                "\"version\":1,\"sealing\":[\"\(secret)\",\"\(secret)\"]", "twice"
            ),
        ]
    )
    func parts(old: String, new: String, named: String) throws {
        let text = old.isEmpty ? new : Self.good.replacingOccurrences(of: old, with: new)
        try TemporaryFolder.with { folder in
            try folder.write("keys.json", text)
            for read in [KeyFile.load, { try KeyFile.loadOrCreate($0, now: now) }] {
                let error = #expect(throws: KeyFileError.self) {
                    try read(folder.path("keys.json"))
                }
                guard case .malformed(_, let what) = error else {
                    Issue.record("refused as \(String(describing: error))")
                    continue
                }
                #expect(what.contains(named))
                #expect(!"\(what)".contains("jpsQ"))
            }
            #expect(try folder.text("keys.json") == text)
        }
    }

    @Test("is refused when it is a folder, a pipe or too large")
    func kinds() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("folder"),
                withIntermediateDirectories: false
            )
            #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
            try folder.write("large", Self.good + String(repeating: " ", count: 65_536))
            for name in ["folder", "pipe", "large"] {
                let error = #expect(throws: KeyFileError.self) {
                    try KeyFile.loadOrCreate(folder.path(name), now: now)
                }
                guard case .malformed = error else {
                    Issue.record("\(name) was refused as \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("is explained to the operator in a sentence")
    func sentences() {
        #expect(
            "\(KeyFileError.exposed(path: "/k", mode: 0o640))"
                == "key file /k has mode 0640: others than its owner may use it; "
                + "run chmod 600 on it, and replace its keys if others had access"
        )
        #expect("\(KeyFileError.notFound(path: "/k"))" == "key file /k does not exist")
        #expect(
            "\(KeyFileError.folderMissing(path: "/n/k"))"
                == "the folder of key file /n/k does not exist; create it first"
        )
        #expect(
            "\(KeyFileError.malformed(path: "/k", what: "it is too large"))"
                == "key file /k is malformed: it is too large"
        )
        #expect(
            "\(KeyFileError.system(path: "/k", step: "write it", code: 28))"
                == "key file /k: cannot write it (errno 28)"
        )
    }
}
