import Contract

/// What pages say of imports.
enum ImportWords {
    /// A file's name as it is shown; some are told without one.
    static func name(_ name: String) -> String { name.isEmpty ? "Bank file" : name }

    /// What is said of an import beside its name; `nil` for one that is as it should be.
    static func tag(_ state: API.Banking.ImportState) -> String? {
        switch state {
        case .preview, .done: nil
        case .running: "being imported"
        case .reverting: "being taken back"
        case .reverted: "taken back"
        }
    }

    /// What takes an import back; `nil` for one that is not whole, or is taken back.
    static func reverting(_ row: API.Banking.Import, formToken: String) -> ActionForm? {
        guard row.state == .done else { return nil }
        return ActionForm(
            ImportStatusView.path(of: row.id),
            formToken: formToken,
            hidden: ["do": "revert"],
            button: "Take \(name(row.fileName)) back",
            isQuiet: true,
            asking: ActionForm.Question(
                "Take it back",
                "What it brought leaves every list, total and limit, with the categories and "
                    + "notes written on it. The account stays. Importing the file again brings "
                    + "the transactions back, without those."
            )
        )
    }

    /// What leaves a file alone that is held.
    static func forgetting(_ file: String, formToken: String) -> ActionForm {
        ActionForm(
            ImportView.path(ofFile: file),
            formToken: formToken,
            hidden: ["file": file],
            buttons: [Button("Not now", .quiet, sending: ("do", "forget"))]
        )
    }

    /// So many transactions.
    static func transactions(_ count: Int64, _ format: PageFormat) -> String {
        count == 1 ? "1 transaction" : "\(format.number(count)) transactions"
    }

    /// The days that a file speaks of; `nil` where it has no row.
    static func period(_ row: API.Banking.Import, _ format: PageFormat) -> String? {
        guard let first = row.firstDay?.day, let last = row.lastDay?.day else { return nil }
        return first == last
            ? format.day(first) : "\(format.day(first)) – \(format.day(last))"
    }

    /// What became, or would become, of the rows of a file.
    static func counts(_ row: API.Banking.Import, _ format: PageFormat) -> [ImportCount] {
        [
            ImportCount(label: "New", count: format.number(row.rowsNew)),
            ImportCount(label: "There already", count: format.number(row.rowsKnown)),
            ImportCount(label: "Changed", count: format.number(row.rowsChanged)),
            ImportCount(label: "Cannot be read", count: format.number(row.rowsRefused)),
        ]
    }
}

/// How many rows of a file are of one kind.
struct ImportCount: Sendable {
    let label: String
    let count: String
}
