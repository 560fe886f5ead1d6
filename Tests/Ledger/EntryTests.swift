import Kernel
import Testing

@testable import Ledger

@Suite("Entries of lists")
struct EntryTests {
    private static let own = Entry.Listed(account: id(1), member: id(7))
    private static let other = Entry.Listed(account: id(2), member: id(8))

    @Test("stand for a transfer on each account that is listed")
    func sides() throws {
        let moved = transfer(700, kind: .own)
        let both = Entry.begun(by: moved, debit: Self.own, credit: Self.other)
        #expect(both.map(\.amountMinor) == [700, -700])
        #expect(both.map(\.account) == [id(1), id(2)] && both.map(\.member) == [id(7), id(8)])
        #expect(both.map(\.transfer) == [moved.id, moved.id])
        #expect(both.map(\.id.raw) == [moved.id.raw, moved.id.raw.twin])
        for entries in [
            Entry.begun(by: moved, debit: Self.own, credit: nil),
            Entry.begun(by: moved, debit: nil, credit: Self.other),
        ] { #expect(entries.map(\.id.raw) == [moved.id.raw]) }
        #expect(Entry.begun(by: moved, debit: nil, credit: nil).isEmpty)
    }

    @Test("do not begin with what settles, takes back or opens")
    func noBeginning() {
        for moved in [
            transfer(phase: .post, pending: 3), transfer(phase: .void, pending: 3),
            transfer(reverses: 3), transfer(kind: .opening),
        ] { #expect(Entry.begun(by: moved, debit: Self.own, credit: nil).isEmpty) }
    }

    @Test(
        "are called by their text, else by their merchant, else by their kind",
        arguments: [
            ("text", "merchant", "text"), (nil, "merchant", "merchant"), (nil, nil, "Purchase"),
        ] as [(String?, String?, String)]
    )
    func names(text: String?, merchant: String?, name: String) throws {
        let details = Transfer.Details(merchant: merchant, text: text)
        let begun = Entry.begun(by: transfer(details: details), debit: Self.own, credit: nil)
        let entry = try #require(begun.first)
        #expect(entry.name == name && entry.merchant == merchant)
    }

    @Test(
        "are of what was reported, else of what their kind says",
        arguments: [
            (.purchase, "", ""), (.charge, "", ""), (.opening, "", ""),
            (.own, "TRANSFER_OUT_ACCOUNT_TRANSFER", "TRANSFER_IN_ACCOUNT_TRANSFER"),
            (.closing, "TRANSFER_OUT_ACCOUNT_TRANSFER", "TRANSFER_IN_ACCOUNT_TRANSFER"),
            (.withdrawal, "TRANSFER_OUT_WITHDRAWAL", "TRANSFER_IN_DEPOSIT"),
            (.allowance, "TRANSFER_OUT_OTHER_TRANSFER_OUT", "INCOME_OTHER_INCOME"),
            (.gift, "TRANSFER_OUT_OTHER_TRANSFER_OUT", "INCOME_OTHER_INCOME"),
        ] as [(Transfer.Kind, String, String)]
    )
    func categories(kind: Transfer.Kind, out: String, in incoming: String) {
        let bare = transfer(kind: kind)
        #expect(Entry.category(of: [bare], isExpense: true) == out)
        #expect(Entry.category(of: [bare], isExpense: false) == incoming)
        let known = transfer(kind: kind, details: Transfer.Details(category: "word"))
        #expect(Entry.category(of: [bare, known], isExpense: true) == "word")
        #expect(Entry.category(of: [], isExpense: true).isEmpty)
    }

    @Test("take amount, day and text of what posts them, and keep what it does not tell")
    func posted() throws {
        let details = Transfer.Details(merchant: "Cafe", category: "coffee", text: "CAFE 1")
        let pending = transfer(1_000, phase: .pending, details: details)
        for (debit, credit, sign) in [(Self.own, nil, 1), (nil, Self.other, -1)]
            as [(Entry.Listed?, Entry.Listed?, Int64)]
        {
            let begun = Entry.begun(by: pending, debit: debit, credit: credit)
            let before = try #require(begun.first)
            #expect(before.isPending && before.amountMinor == sign * 1_000)
            let post = transfer(id: 101, 1_200, phase: .post, pending: 100)
                .on(CivilDay(dayNumber: 20_105))
            let after = before.following(post, edited: nil)
            #expect(!after.isPending && after.isShown && after.amountMinor == sign * 1_200)
            #expect(after.day.dayNumber == 20_105)
            #expect(after.name == "CAFE 1" && after.merchant == "Cafe")
            #expect(after.category == "coffee" && after.id == before.id)
            #expect(before.following(post, edited: "own").category == "own")
            let told = Transfer.Details(merchant: "Bar", category: "wine")
            let other = transfer(id: 101, phase: .post, pending: 100, details: told)
            let named = before.following(other, edited: nil)
            #expect(named.name == "Bar" && named.merchant == "Bar" && named.category == "wine")
        }
    }

    @Test("go from the lists when they are voided or taken back")
    func removed() throws {
        let begun = Entry.begun(by: transfer(phase: .pending), debit: Self.own, credit: nil)
        let entry = try #require(begun.first)
        #expect(entry.isShown)
        for end in [transfer(phase: .void, pending: 100), transfer(reverses: 100)] {
            let after = entry.following(end, edited: nil)
            #expect(!after.isShown && after.removedAt == end.recordedAt)
            #expect(after.changedAt == end.recordedAt && after.amountMinor == entry.amountMinor)
        }
    }

    @Test("take an edit, and what was reported when it is gone")
    func edited() throws {
        let reported = transfer(details: Transfer.Details(category: "coffee"))
        let entry = try #require(
            Entry.begun(by: reported, debit: Self.own, credit: nil).first
        )
        let now = Timestamp(seconds: 9)
        let edited = entry.edited("own", reported: [reported], at: now)
        #expect(edited.category == "own" && edited.changedAt == now)
        #expect(edited.edited(nil, reported: [reported], at: now).category == "coffee")
    }
}
