import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A bank file that is not imported")
struct ImportRefusalTests {
    @Test("is refused by what it is, and nothing is stored", arguments: Engine.embedded)
    func kinds(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let before = try await home.server.contents()
            let bomb = """
                <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>
                <Document><BkToCstmrStmt>&b;</BkToCstmrStmt></Document>
                """
            let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            let cut = BankFile.ofx(count: 3).replacing("</OFX>", with: "")
            let rows: [([UInt8], Int)] = [
                ([], 400), (png, 415), (Array(bomb.utf8), 400), (Array(cut.utf8), 400),
                ([UInt8](repeating: 0x41, count: Limits.bankFileBytes + 1), 413),
            ]
            for (file, status) in rows {
                let answer = try await home.server.importFile(file, token: home.owner.token)
                #expect(answer.status == status, "\(answer.text)")
            }
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("is refused before it arrives when it says that it is too large")
    func announced() async throws {
        try await BankingHome.with(.sqlite) { home in
            let answer = try await home.server.transport().send(
                "POST",
                "/api/accounts/import",
                headers: [
                    "Authorization": "Bearer \(home.owner.token)", "Content-Length": "62914560",
                ]
            )
            #expect(answer.status == 413)
        }
    }

    @Test("is nobody else's: accounts and imports of others are not there", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let other = try await home.server.registerParent("other@example.com")
            let file = BankFile.ofx(count: 2)
            let found = try await home.imported(file)
            let number = try await home.accountNumber
            let fields = [("account_id", String(number))]
            let before = try await home.server.contents()
            let answer = try await home.server.importFile(file, fields, token: other.token)
            #expect(answer.status == 404)
            let path = "/api/accounts/imports/\(found.import.id)"
            for method in ["GET", "DELETE"] {
                let answer = try await home.server.raw(method, path, nil, token: other.token)
                #expect(answer.status == 404)
            }
            #expect(try await home.server.contents() == before)
            let list = try await other.purser.call(API.Banking.listImports)
            #expect(list.imports.isEmpty)
            #expect(try await home.server.importFile(file, token: "bad").status == 401)
        }
    }

    @Test("needs an account where the file names none", arguments: Engine.embedded)
    func account(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.csv(count: 2)
            let answer = try await home.server.importFile(file, token: home.owner.token)
            #expect(answer.status == 400)
            #expect(try answer.faults().count == 1)
            let number = try await home.accountNumber
            let found = try await home.imported(file, [("account_id", String(number))])
            #expect(found.import.accountID == number)
        }
    }

    @Test("is of one account", arguments: Engine.embedded)
    func severalAccounts(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let one = BankFile.ofx(count: 1)
            let start = "<STMTTRNRS>"
            let end = "</STMTTRNRS>"
            let statement = try #require(one.firstRange(of: start))
            let last = try #require(one.firstRange(of: end))
            let second = String(one[statement.lowerBound..<last.upperBound])
                .replacing("123456789", with: "987654321")
            let both = one.replacing(end, with: end + second)
            let answer = try await home.server.importFile(both, token: home.owner.token)
            #expect(answer.status == 400)
            #expect(try answer.faults() == ["file has statements of several accounts"])
        }
    }
}
