import Mustache
import Testing

@testable import Web

@Suite("Words of views")
struct ViewWordsTests {
    private struct Amount {
        let text: String
        let isIn: Bool
    }

    private struct Entry {
        let name: String
        let amount: Amount
        let note: String?
    }

    private struct Page {
        let title: String
        let note: String?
        let nothing: String?
        let count: Int
        let limit: Int?
        let isEmpty: Bool
        let isKnown: Bool?
        let entries: [Entry]
        let names: [String]
        let none: [Entry]
        let open: Entry?
        let shut: Entry?
    }

    private func page(_ note: String?, open: Bool) -> Page {
        let entries = (0..<3).map { number in
            Entry(
                name: "Shop <\(number)>",
                amount: Amount(text: "-$\(number)", isIn: number == 1),
                note: number == 2 ? "own" : nil
            )
        }
        return Page(
            title: "Books & \"more\"",
            note: note,
            nothing: nil,
            count: 3,
            limit: open ? 4 : nil,
            isEmpty: !open,
            isKnown: open ? true : nil,
            entries: entries,
            names: ["a", "<b>"],
            none: [],
            open: open ? entries[2] : nil,
            shut: open ? nil : entries[0]
        )
    }

    @Test(
        "are shown as those that are found by reflection",
        arguments: [
            "{{title}}|{{{title}}}|{{count}}|{{limit}}|{{nothing}}|{{unknown}}",
            "{{#isEmpty}}empty{{/isEmpty}}{{^isEmpty}}full{{/isEmpty}}{{#isKnown}}old{{/isKnown}}",
            "{{#note}}<{{.}} {{title}}>{{/note}}{{^note}}none{{/note}}{{^nothing}}no{{/nothing}}",
            "{{#entries}}{{name}} {{amount.text}}{{#amount.isIn}} in{{/amount.isIn}}{{/entries}}",
            // Of a view that lacks a word, that of the view around it is shown.
            "{{#entries}}{{title}} {{#amount}}{{text}} {{name}}{{/amount}};{{/entries}}",
            "{{#names}}[{{.}}]{{/names}}{{#none}}x{{/none}}{{^none}}nothing{{/none}}",
            "{{#open}}{{name}} {{note}}{{/open}}{{^open}}closed{{/open}}{{#shut}}{{name}}{{/shut}}",
            "{{#limit}}{{.}} of {{count}}{{/limit}}{{^limit}}no limit{{/limit}}",
            "{{open}}{{shut}}",
            "{{open.amount.text}} {{shut.amount.text}} {{open.unknown}} {{.title}}",
        ]
    )
    func same(text: String) throws {
        let template = try MustacheTemplate(string: text)
        var shown: Set<String> = []
        for note in [nil, "", "a & b"] as [String?] {
            for isOpen in [true, false] {
                let page = page(note, open: isOpen)
                let html = template.render(ViewWords(page))
                #expect(html == template.render(page))
                #expect(!html.contains("ViewWords("))
                shown.insert(html)
            }
        }
        #expect(!shown.contains(""))
    }

    @Test("are nothing where they are nil, whatever the view around says")
    func nothing() throws {
        let text = "{{#entries}}[{{note}}{{#note}}a{{/note}}{{^note}}no{{/note}}]{{/entries}}"
        let template = try MustacheTemplate(string: text)
        let html = template.render(ViewWords(page("outer", open: true)))
        #expect(html == "[no][no][owna]")
    }
}
