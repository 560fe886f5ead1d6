import Contract
import Kernel
import Testing

@testable import Web

@Suite("The page of accounts and banks")
struct AccountsSettingsViewTests {
    private static let now = Timestamp(seconds: 1_764_000_000)
    private static let own = AccountsSettingsView.Linking.builtIn("Plaid Sandbox", key: "k-1")

    /// An account; `hours`: how long ago it was read, where it is linked.
    private struct Case {
        var name = "Checking"
        var institution = "Plaid Sandbox"
        var currency = "USD"
        var hundredths: Int64 = 1_290_00
        var isLinked = true
        var hours: Int64? = 1
    }

    private func view(
        _ cases: [Case],
        _ linking: AccountsSettingsView.Linking = own,
        outcomes: [Int64: API.Banking.AccountSyncState] = [:]
    ) -> AccountsSettingsView {
        let ids = cases.indices.map { ID<Entity.Account>(RawID(high: 1, low: UInt64($0))) }
        let linkedAt = Self.now.adding(seconds: -90 * 86_400)
        let read = cases.map { row in
            row.hours.map { WireTimestamp(Self.now.adding(seconds: $0 * -3_600)) }
        }
        let accounts = cases.indices.map { index in
            API.Banking.Account(
                id: Int64(index),
                accountID: ids[index],
                name: cases[index].name,
                accountType: .depository,
                balanceCurrent: DecimalAmount(minor: cases[index].hundredths),
                currencyCode: cases[index].currency,
                institutionName: cases[index].institution,
                lastSyncedAt: read[index]
            )
        }
        let overview = cases.indices.map { index in
            API.Insights.Account(
                id: ids[index],
                name: cases[index].name,
                institution: cases[index].institution,
                type: .checking,
                balance: DecimalAmount(minor: cases[index].hundredths),
                currency: cases[index].currency,
                createdAt: WireTimestamp(linkedAt),
                linkedAt: cases[index].isLinked ? WireTimestamp(linkedAt) : nil
            )
        }
        let stale = cases.indices.filter { cases[$0].isLinked && (cases[$0].hours ?? 9) > 4 }
        return AccountsSettingsView(
            AccountsSettingsView.Answers(
                accounts: accounts,
                overview: overview,
                sync: API.Banking.SyncStatusResponse(
                    lastSyncAt: nil,
                    accountsNeedingUpdate: stale.map(Int64.init),
                    syncing: false
                ),
                linking: linking,
                outcomes: outcomes
            ),
            now: Self.now,
            zone: .utc,
            notices: [Notice(.good, "Done")],
            formToken: "token",
            PageFormat(languages: "en-US", currency: .usd)
        )
    }

    @Test("names nothing that its view does not have")
    func words() throws {
        var check = TemplateCheck()
        try check.check("settings-accounts", view([]))
        try check.check("settings-accounts", view([Case()], .elsewhere))
        try check.check("settings-accounts", view([Case(hours: 30)], outcomes: [0: .loginRequired]))
        #expect(check.unknown == [])
        for word in [
            "settings-accounts: advice", "settings-accounts: answer", "tag: word",
            "settings-accounts: linkingNote", "entry: detail", "form: hiddenValue",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("shows an account in its own currency, whatever the household's is")
    func currencies() {
        let page = Templates.html(
            view([
                Case(), Case(name: "Giro", currency: "EUR"),
                Case(name: "Yokin", currency: "JPY", hundredths: 129_000_00),
                Case(name: "Odd", currency: "???", hundredths: -5_00),
            ])
        )
        for amount in ["$1,290.00", "€1,290.00", "¥129,000", "\u{2212}$5.00"] {
            #expect(page.contains("<span class=\"money\">\(amount)</span>"), "\(amount)")
        }
    }

    @Test("tells which bank is out of date, and what to do now")
    func silence() {
        let fresh = Templates.html(view([Case()]))
        #expect(fresh.contains("Yes. Linked accounts are read by themselves"))
        #expect(!fresh.contains("out of date"))
        let stale = Templates.html(view([Case(hours: 5)]))
        #expect(stale.contains("Not quite.") && !stale.contains("out of date"))
        let silent = Templates.html(
            view([Case(hours: 30), Case(name: "Savings", hours: 30), Case(institution: "Chase")])
        )
        #expect(silent.contains("No: not every bank answers."))
        // At each account, and once for the bank.
        #expect(silent.ranges(of: "out of date</span>").count == 3)
        #expect(silent.contains("It was last read on Nov 23, 2025. Read the banks now"))
        let never = Templates.html(view([Case(hours: nil)]))
        #expect(never.contains("not read yet") && never.contains("and not read since."))
        let none = Templates.html(view([Case(isLinked: false, hours: nil)]))
        #expect(none.contains("not linked to a bank") && none.contains("nothing to read"))
        #expect(!none.contains("Read the banks now</button>") && !none.contains("Unlink"))
    }

    @Test("leads who has to sign in at the bank again to where that is done")
    func signingIn() {
        let outcomes: [Int64: API.Banking.AccountSyncState] = [0: .loginRequired, 1: .failed]
        let cases = [Case(), Case(institution: "Chase", hours: 6)]
        let own = Templates.html(view(cases, outcomes: outcomes))
        #expect(own.contains("the bank wants you to sign in again"))
        #expect(own.contains("Sign in to it again under Link a bank."))
        #expect(own.contains("could not be read") && own.contains("It is tried again by itself."))
        #expect(own.contains("Sign in to Plaid Sandbox again</button>"))
        let elsewhere = Templates.html(view(cases, .elsewhere, outcomes: outcomes))
        #expect(elsewhere.contains("Sign in to it again with an app for Purser"))
        #expect(!elsewhere.contains("value=\"link\""))
    }

    @Test("links the built-in bank by a form, and says where another one is linked")
    func linking() {
        let empty = Templates.html(view([]))
        #expect(empty.contains("No account yet"))
        #expect(empty.contains("Link the sandbox bank</button>"))
        #expect(empty.contains("name=\"key\" value=\"k-1\""))
        #expect(empty.contains("has no money"))
        let elsewhere = Templates.html(view([], .elsewhere))
        #expect(elsewhere.contains("an app for Purser that opens Plaid"))
        #expect(!elsewhere.contains("value=\"link\"") && !elsewhere.contains("has no money"))
        for page in [empty, elsewhere] {
            #expect(page.contains("<a href=\"/app/transactions/import\">"))
        }
    }
}
