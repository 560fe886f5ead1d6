import Contract
import Kernel

/// A child's chores, as its parents and it see them.
struct ChoreList: Sendable {
    /// Who looks.
    enum Reader {
        /// Takes back what is not paid.
        case parent
        /// Says what is done.
        case child
    }

    /// Those that are not over.
    let open: [Entry]
    /// The newest of those that are.
    let past: [Entry]

    /// All of them.
    var chores: [Entry] { open + past }

    /// How many of those that are over are shown.
    private static let pastCount = 10

    init(
        _ list: [API.Allowance.ChoreResponse],
        for reader: Reader,
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        let entry = { (chore: API.Allowance.ChoreResponse) in
            let form =
                switch reader {
                case .parent: Self.takingBack(chore, forms)
                case .child: Self.finishing(chore, forms)
                }
            return Self.entry(chore, [form].compactMap(\.self), words)
        }
        open = list.filter { $0.state != .approved }.map(entry)
        past = list.filter { $0.state == .approved }.prefix(Self.pastCount).map(entry)
    }

    private static func entry(
        _ chore: API.Allowance.ChoreResponse,
        _ forms: [ActionForm],
        _ words: FamilyWords
    ) -> Entry {
        let (tag, detail): (Tag, String) =
            switch chore.state {
            case .assigned: (Tag(.plain, "to do"), "since \(words.day(chore.assignedAt))")
            case .done:
                (Tag(.warn, "waits for a parent"), words.day(chore.doneAt ?? chore.assignedAt))
            case .approved:
                (
                    Tag(.good, chore.reward.minor == 0 ? "well done" : "paid"),
                    words.day(chore.decidedAt ?? chore.assignedAt)
                )
            case .rejected: (Tag(.bad, "not done yet"), chore.reason ?? "")
            }
        let reward = Amount.moved(hundredths: chore.reward.minor, words.format)
        return Entry(
            chore.title,
            chore.reward.minor == 0 ? Amount(text: "for nothing", isIn: false) : reward,
            detail,
            tags: [tag],
            forms: forms
        )
    }

    private static func takingBack(
        _ chore: API.Allowance.ChoreResponse,
        _ forms: PageForms
    ) -> ActionForm? {
        guard chore.state != .approved else { return nil }
        return forms.form(
            "delete-chore",
            on: chore.id.text,
            "Yes, take it back",
            behind: "Take it back",
            about: ": \(chore.title)"
        )
    }

    private static func finishing(
        _ chore: API.Allowance.ChoreResponse,
        _ forms: PageForms
    ) -> ActionForm? {
        guard chore.isOpen else { return nil }
        return forms.form(
            "finish-chore",
            on: chore.id.text,
            "I did it",
            about: ": \(chore.title)"
        )
    }
}

extension API.Allowance.ChoreResponse {
    /// Whether the child may say that it is done.
    var isOpen: Bool { state == .assigned || state == .rejected }
}

extension Entry {
    /// What a child asked for, and what was answered.
    init(_ request: API.Allowance.MoneyRequestResponse, _ words: FamilyWords) {
        let tag =
            switch request.state {
            case .pending: Tag(.warn, "waits for a parent")
            case .approved: Tag(.good, "paid")
            case .declined: Tag(.plain, "not this time")
            }
        self.init(
            request.purpose,
            .held(hundredths: request.amount.minor, words.format),
            [words.day(request.decidedAt ?? request.askedAt), request.message]
                .compactMap(\.self).joined(separator: " · "),
            tags: [tag]
        )
    }
}
