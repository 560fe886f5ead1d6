import Contract
import Kernel

/// What children wait for, each with the forms that answer it.
struct WaitingList: PageView {
    static let template = "family-waiting"

    let heading: String
    let items: [Entry]

    /// `nil` when nobody waits.
    ///
    /// `names`: The children's names by their ids; what is another's is left out.
    init?(
        chores: [API.Allowance.ChoreResponse],
        requests: [API.Allowance.MoneyRequestResponse],
        names: [ID<Entity.Child>: String],
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        let asked = requests.compactMap { request in
            names[request.childID].map { Self.item(request, $0, forms, words) }
        }
        let done = chores.compactMap { chore in
            names[chore.childID].map { Self.item(chore, $0, forms, words) }
        }
        items = asked + done
        guard !items.isEmpty else { return nil }
        heading =
            items.count == 1 ? "One thing waits for you" : "\(items.count) things wait for you"
    }

    private static func item(
        _ chore: API.Allowance.ChoreResponse,
        _ name: String,
        _ forms: PageForms,
        _ words: FamilyWords
    ) -> Entry {
        let thing = chore.id.text
        let reward = Amount.held(hundredths: chore.reward.minor, words.format)
        return Entry(
            "\(name) says it is done: \(chore.title)",
            reward,
            words.day(chore.doneAt ?? chore.assignedAt),
            forms: [
                forms.form(
                    "approve-chore",
                    on: thing,
                    "Well done: pay \(reward.text)",
                    isQuiet: false
                ),
                forms.form(
                    "reject-chore",
                    on: thing,
                    "Send it back",
                    [forms.field("reject-chore", on: thing, "reason", "What is missing")],
                    behind: "Not done yet"
                ),
            ]
        )
    }

    private static func item(
        _ request: API.Allowance.MoneyRequestResponse,
        _ name: String,
        _ forms: PageForms,
        _ words: FamilyWords
    ) -> Entry {
        let thing = request.id.text
        let isDeclined = forms.isSent("decline-request", on: thing)
        let amount = Amount.held(hundredths: request.amount.minor, words.format)
        let answer = forms.field(
            isDeclined ? "decline-request" : "approve-request",
            on: thing,
            "message",
            "A word with it, if you like",
            isRequired: false
        )
        return Entry(
            "\(name) asks for money: \(request.purpose)",
            amount,
            words.day(request.askedAt),
            forms: [
                forms.form(
                    on: thing,
                    [answer],
                    buttons: [
                        Button("Pay \(amount.text)", sending: ("do", "approve-request")),
                        Button("Not this time", .quiet, sending: ("do", "decline-request")),
                    ]
                )
            ]
        )
    }
}
