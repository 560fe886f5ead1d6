import Mustache
import Testing

@testable import Web

@Suite("Words that views tell themselves")
struct WordedViewTests {
    private static let tag = Tag(.warn, "a <b>", icon: "mark")
    private static let button = Button("Do", .plain, about: " it", sending: ("a", "b"))
    private static let question = ActionForm.Question("Why", "Because", about: " it", isOpen: true)
    private static let field = TextField(
        "name",
        "Label",
        "v",
        type: "password",
        inputmode: "decimal",
        isFocused: true,
        lines: 3,
        list: "list",
        unit: "USD",
        hint: "hint",
        problem: "problem"
    )

    /// Views that tell their words themselves, with and without what may be missing.
    private static let worded: [any WordedView & Sendable] = [
        tag, Tag(.plain, "x"), Amount(text: "$1", isIn: true), Amount(text: "$1", isIn: false),
        Entry("a", Amount(text: "$1", isIn: true), "d", tags: [tag], forms: [form], to: "/b"),
        Entry("a", Amount(text: "$1", isIn: true), "d"),
        button, Button("Do", isDisabled: true),
        ActionForm.Hidden(hiddenName: "a", hiddenValue: "b"),
        field, TextField("name", "Label", isRequired: false),
        TextField("name", "Label", "a", options: [("a", "A"), ("b", "B")]),
        TextField.Option(choice: "a", words: "A", isChosen: true),
        ActionForm.Box("a", "b", isTicked: true), question, ActionForm.Question("Why"),
        Button.Pair(sentName: "a", sentValue: "b"), form,
        ActionForm("/a", formToken: "t", buttons: [button], asking: ActionForm.Question("Why")),
        ActionForm("/a", formToken: "t", fields: [field], buttons: [button]),
    ]
    private static let form = ActionForm(
        "/a",
        formToken: "t",
        hidden: ["h": "1"],
        fields: [field],
        boxes: [ActionForm.Box("a", "b", isTicked: false)],
        buttons: [button],
        username: "u",
        asking: question
    )

    @Test("are those that are found by reflection, all and no others")
    func worded() throws {
        var views: [any WordedView] = Self.worded
        views += try TransactionListTests.lines()
        for view in views {
            #expect(view.word("none") == nil)
            for label in Mirror(reflecting: view).children.compactMap(\.label) {
                // Where a word is no text, what it holds is another view's to tell.
                let text = "{{#\(label)}}[{{sentence}}{{word}}{{hiddenName}}]{{/\(label)}}"
                let other = "{{^\(label)}}not{{/\(label)}}"
                let template = try MustacheTemplate(string: text + other)
                let html = template.render(ViewWords(view))
                #expect(html == template.render(Word.view(view)), "\(type(of: view)).\(label)")
                guard view.word(label) is any MustacheCustomRenderable else { continue }
                let shown = "{{\(label)}}{{#\(label)}}{{.}}{{/\(label)}}"
                let plain = try MustacheTemplate(string: shown)
                let same = plain.render(ViewWords(view)) == plain.render(Word.view(view))
                #expect(same, "\(type(of: view)).\(label)")
            }
        }
    }
}
