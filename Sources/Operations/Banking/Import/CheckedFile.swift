import Banking
import Contract
import Kernel

/// What a bank file was found to be, before anything of it is stored.
struct CheckedFile: Sendable {
    /// How it is read.
    let plan: BankFilePlan
    /// What the header of a CSV file is remembered by.
    let header: String?
    /// The currency of what names none.
    let currency: Currency
    /// The account that it names, or what it says of one that it does not name.
    private(set) var account: BankFileAccount
    /// How many rows it has.
    private(set) var rows = 0
    /// How many rows cannot be read.
    private(set) var refused = 0
    /// The first of those.
    private(set) var problems: [BankFileProblem] = []
    /// The first day of its rows.
    private(set) var firstDay: CivilDay?
    /// The last day of its rows.
    private(set) var lastDay: CivilDay?
    /// The balance that it ends with.
    private(set) var closing: BankFileBalances.Balance?
    private var hasAccount = false

    /// Reads a whole file.
    ///
    /// - Throws: ``Problem`` `invalid` when it has statements of several accounts, or cannot be
    ///   read.
    static func reading(
        _ source: BankFileSource,
        _ plan: BankFilePlan,
        header: String?,
        currency: Currency
    ) async throws -> CheckedFile {
        var checked = CheckedFile(plan, header: header, currency: currency)
        try await source.events(plan, currency: currency) { events in
            for event in events { try checked.take(event) }
            return true
        }
        return checked
    }

    private init(_ plan: BankFilePlan, header: String?, currency: Currency) {
        self.plan = plan
        self.header = header
        self.currency = currency
        account = BankFileAccount(currency: currency)
    }

    private mutating func take(_ event: BankFileEvent) throws {
        switch event {
        case .statement(let account):
            let isSame =
                account.key == self.account.key && account.currency == self.account.currency
            guard !hasAccount || isSame else {
                throw Problem.invalid([
                    Fault(field: "file", rule: "has statements of several accounts")
                ])
            }
            if !hasAccount { self.account = account }
            hasAccount = true
        case .row(let row):
            rows += 1
            firstDay = min(firstDay ?? row.day, row.day)
            lastDay = max(lastDay ?? row.day, row.day)
        case .problem(let problem):
            refused += 1
            if problems.count < Limits.bankFileProblems { problems.append(problem) }
        case .ended(let balances):
            closing = balances.closing ?? closing
        }
    }
}

extension BankFileAccount {
    /// What the account is known by within one member; `nil` when the file names none.
    var key: String? {
        if let iban { return "file:iban:\(iban)" }
        guard let number else { return nil }
        return "file:\(bankID ?? "")/\(branch ?? "")/\(number)"
    }
}
