import Contract

/// Into which account a file goes, as a form says it.
public struct ImportChoice: Sendable, Equatable {
    /// The account's integer id; empty for the one that the file names.
    public var account: String
    /// The name of a new account.
    public var accountName: String

    /// Makes a choice.
    public init(account: String = "", accountName: String = "") {
        self.account = account
        self.accountName = accountName
    }

    /// The fields of a form that asks for it.
    func fields(
        _ accounts: [API.Banking.Account],
        problems: [String: String]
    ) -> [TextField] {
        // No file is imported into a child's wallet.
        let named = accounts.filter { $0.accountSubtype != "allowance" }.map { known in
            (String(known.id), "\(known.name) · \(known.institutionName)")
        }
        return [
            TextField(
                "account",
                "Account",
                account,
                problem: problems["account_id"],
                options: [("", "As the file says, or new")] + named
            ),
            TextField(
                "account_name",
                "Name of a new account",
                accountName,
                isRequired: false,
                hint: "For a file that names no account, such as CSV and QIF.",
                problem: problems["account_name"]
            ),
        ]
    }

    /// The fields of a form that carries it unseen.
    var hidden: [ActionForm.Hidden] {
        [
            ActionForm.Hidden(hiddenName: "account", hiddenValue: account),
            ActionForm.Hidden(hiddenName: "account_name", hiddenValue: accountName),
        ]
    }
}
