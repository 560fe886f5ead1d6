import Contract
import Kernel
import PurserKit
import Testbed

@testable import ServerTestbed

extension BankingHome {
    /// The integer id of the account that is there.
    var accountNumber: Int64 {
        get async throws {
            let accounts = try await owner.purser.call(API.Banking.listAccounts).accounts
            return accounts.first { $0.accountID == account.id }?.id ?? 0
        }
    }

    /// Imports a file as the owner does; what came of it.
    @discardableResult
    func imported(
        _ file: String,
        _ fields: [(String, String)] = [],
        status: Int = 201
    ) async throws -> API.Banking.ImportResponse {
        let answer = try await server.importFile(file, fields, token: owner.token)
        guard answer.status == status else {
            throw UnexpectedAnswer(text: "\(answer.status) \(answer.text)")
        }
        return try API.Banking.importBankFile.output(of: answer.body)
    }

    /// Takes an import back as the owner does.
    func revert(_ id: Int64) async throws -> API.Banking.Import {
        try await owner.purser.call(API.Banking.revertImport, .init(id: id))
    }
}
