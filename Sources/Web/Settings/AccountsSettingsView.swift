public import Contract
public import Kernel

/// The reader's accounts, with their links to banks: which is out of date, and what to do now.
public struct AccountsSettingsView: PageView {
    /// The template's name.
    public static let template = "settings-accounts"

    /// How a bank is linked here.
    public enum Linking: Sendable {
        /// The built-in bank by its name, by a form; `key` tells a form that is sent twice.
        case builtIn(_ institution: String, key: String)
        /// At a provider whose own page no page of ours opens.
        case elsewhere
    }

    /// A bank that does not answer, and what to do about it.
    struct Trouble: Sendable {
        let bank: String
        let troubleTag: Tag
        let advice: String
    }

    let notices: [Notice]
    let rows: [Entry]
    let isEmpty: Bool
    let importing = ImportView.path
    let answer: String
    let troubles: [Trouble]
    let hasTroubles: Bool
    let syncing: ActionForm?
    let linkingNote: String
    let linking: ActionForm?

    /// What the page is made of.
    public struct Answers: Sendable {
        /// The reader's accounts, as banks have them.
        public var accounts: [API.Banking.Account]
        /// The same, with when they were linked.
        public var overview: [API.Insights.Account]
        /// Whether a sync is worth while.
        public var sync: API.Banking.SyncStatusResponse
        /// How a bank is linked.
        public var linking: Linking
        /// What came of a sync that was asked for, for each account by its integer id.
        public var outcomes: [Int64: API.Banking.AccountSyncState]

        /// Gathers what the page is made of.
        public init(
            accounts: [API.Banking.Account],
            overview: [API.Insights.Account],
            sync: API.Banking.SyncStatusResponse,
            linking: Linking,
            outcomes: [Int64: API.Banking.AccountSyncState] = [:]
        ) {
            self.accounts = accounts
            self.overview = overview
            self.sync = sync
            self.linking = linking
            self.outcomes = outcomes
        }
    }

    /// Makes the page.
    public init(
        _ answers: Answers,
        now: Timestamp,
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        self.notices = notices
        let forms = AccountForms(formToken: formToken)
        let links = BankLinks(answers, now: now, zone: zone, format)
        rows = links.accounts.map { account in
            // A foreign account is shown in its own currency.
            let own = format.inCurrency(account.told.currencyCode)
            return Entry(
                account.told.name,
                .held(hundredths: account.owned.minor, own),
                "\(account.told.institutionName) · \(links.reading(of: account))",
                tags: links.tag(of: account).map { [$0] } ?? [],
                forms: account.link == nil ? [] : [forms.unlinking(account.told)]
            )
        }
        isEmpty = rows.isEmpty
        troubles = links.troubles
        hasTroubles = !troubles.isEmpty
        answer = links.answer
        syncing = links.isAnyLinked ? forms.syncing : nil
        switch answers.linking {
        case .builtIn(let institution, let key):
            let isLinked = links.isLinked(institution)
            linking = forms.linking(institution, isLinked: isLinked, key: key)
            linkingNote =
                isLinked
                ? "\(institution) is linked. Sign in again where it does not answer any more: its "
                    + "accounts keep their history, and those that you unlinked come back."
                : "This server has no bank provider, but a bank of its own that has no money: link "
                    + "it to see how Purser works with one."
        case .elsewhere:
            linking = nil
            linkingNote =
                "A bank is linked, and signed in to again, with an app for Purser that opens "
                + "Plaid's own page; pages in a browser cannot do that."
        }
    }
}

/// The forms of the page.
private struct AccountForms {
    let formToken: String

    private func form(
        _ hidden: KeyValuePairs<String, String>,
        _ button: String,
        isQuiet: Bool = false,
        asking question: ActionForm.Question? = nil
    ) -> ActionForm {
        ActionForm(
            SettingsPage.accounts.path,
            formToken: formToken,
            hidden: hidden,
            button: button,
            isQuiet: isQuiet,
            asking: question
        )
    }

    var syncing: ActionForm { form(["do": "sync"], "Read the banks now") }

    func linking(_ institution: String, isLinked: Bool, key: String) -> ActionForm {
        form(
            ["do": "link", "key": key],
            isLinked ? "Sign in to \(institution) again" : "Link the sandbox bank",
            isQuiet: true
        )
    }

    func unlinking(_ account: API.Banking.Account) -> ActionForm {
        form(
            ["do": "unlink", "account": String(account.id)],
            "Unlink \(account.name)",
            isQuiet: true,
            asking: ActionForm.Question(
                "Unlink",
                "The account and its transactions leave every list until it is linked again.",
                about: " \(account.name)"
            )
        )
    }
}
