public import Contract

/// What the reader takes along, and how it goes for good.
public struct DataView: PageView {
    /// The template's name.
    public static let template = "settings-data"

    struct File: Sendable {
        let href: String
        let label: String
        let detail: String
    }

    let notices: [Notice]
    let files: [File]
    let warning: String
    let deleting: ActionForm

    /// Where files are downloaded.
    public static let exportPath = "\(SettingsPage.data.path)/export"

    /// Makes the page.
    ///
    /// `trouble`: What was wrong with the form.
    public init(
        _ reader: API.Allowance.UserResponse,
        notices: [Notice] = [],
        trouble: FormTrouble? = nil,
        formToken: String
    ) {
        self.notices = notices + (trouble.map { [$0.notice] } ?? [])
        files = API.Banking.ExportFormat.allCases.map { format in
            let (label, detail) = Self.words(format)
            return File(
                href: "\(Self.exportPath)?format=\(format.rawValue)",
                label: label,
                detail: detail
            )
        }
        warning =
            reader.role == .parent
            ? "Your sign-in, your banks and what is known about you go for good. The household's "
                + "books stay, without your name. Remove your children's accounts first."
            : "You cannot sign in any more, and what your wallet holds goes back to your parents. "
                + "Talk to them first."
        deleting = ActionForm(
            SettingsPage.data.path,
            formToken: formToken,
            hidden: ["do": "delete"],
            fields: [
                TextField(
                    "confirmation",
                    "Type your e-mail address",
                    trouble?.typed("confirmation", in: "delete") ?? "",
                    inputmode: "email",
                    hint: reader.email,
                    problem: trouble?.problem("confirmation", in: "delete")
                )
            ],
            button: "Delete me for good",
            isQuiet: true,
            asking: ActionForm.Question(
                "Delete my account",
                "This cannot be taken back.",
                isOpen: trouble?.isIn("delete") ?? false
            )
        )
    }

    private static func words(_ format: API.Banking.ExportFormat) -> (String, String) {
        switch format {
        case .csv: ("A table (CSV)", "A line for each transaction; opens in a spreadsheet")
        case .json: ("Everything (JSON)", "Accounts and transactions, for programs")
        case .hledger: ("A journal (hledger)", "Bookkeeping by double entry, as plain text")
        }
    }
}
