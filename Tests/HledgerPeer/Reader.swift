import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

/// Reads a member's accounts from the API and from an export, and compares them.
struct Reader {
    let server: InProcessServer
    let email: String
    let app: DirectClient

    /// The member's accounts, as lists show them.
    func accounts() async throws -> [API.Banking.Account] {
        try await app.call(API.Banking.listAccounts).accounts
    }

    /// The member's journal.
    func journal(
        _ first: String? = nil,
        _ last: String? = nil,
        _ account: Int64? = nil
    ) async throws -> String {
        let file = try await server.operations.banking.exportTransactions(
            API.Banking.ExportRequest(
                format: .hledger,
                startDate: first.flatMap { CivilDay($0) }.map { .day($0) },
                endDate: last.flatMap { CivilDay($0) }.map { .day($0) },
                accountID: account
            ),
            ofUser: email,
            server.call()
        )
        var bytes: [UInt8] = []
        try await file.write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Expects that hledger finds what the list of accounts shows, to the minor unit.
    ///
    /// - Returns: The journal.
    @discardableResult
    func holdBalances() async throws -> String {
        let journal = try await journal()
        try await Self.hold(journal, try await accounts())
        return journal
    }

    /// Expects that hledger finds in a journal what a list of accounts shows, to the minor unit.
    static func hold(_ journal: String, _ accounts: [API.Banking.Account]) async throws {
        let names = names(in: journal)
        #expect(names.count == accounts.count)
        try await Hledger.with(journal) { hledger in
            #expect(try await hledger.check() == "")
            let balances = try await hledger.balances("^assets", "^liabilities")
            #expect(Set(balances.keys).isSubset(of: Set(names.values)))
            for account in accounts {
                let name = try #require(names[account.accountID.text])
                let minor = account.balanceMinor
                // What is owed is below 0 in a ledger.
                let held = account.accountType == .credit ? -minor : minor
                #expect(balances[name]?.minor ?? 0 == held, "\(name)")
                if let currency = balances[name]?.currency, held != 0 {
                    #expect(currency.code == account.currencyCode)
                }
            }
        }
    }

    /// The names of accounts that a journal declares, by their UUIDs.
    static func names(in journal: String) -> [String: String] {
        let lines = journal.matches(of: /(?m)^account (.+)  ; uuid: ([0-9a-f-]{36}), id: [0-9]+$/)
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0.2), String($0.1)) })
    }
}

extension API.Banking.Account {
    /// The balance in minor units of its currency; on the wire it is in hundredths.
    var balanceMinor: Int64 {
        switch Currency(code: currencyCode)?.exponent {
        case 0: balanceCurrent.minor / 100
        case 3: balanceCurrent.minor * 10
        case 4: balanceCurrent.minor * 100
        default: balanceCurrent.minor
        }
    }
}
