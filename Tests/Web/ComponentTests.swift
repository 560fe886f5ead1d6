import Foundation
import Kernel
import Testing

@testable import Web

@Suite("Components of pages")
struct ComponentTests {
    private let format = PageFormat(languages: nil, currency: .usd)

    private func page() throws -> ComponentsView {
        ComponentsView(
            today: try #require(CivilDay("2025-03-05")),
            formToken: "token",
            format
        )
    }

    /// The templates of components, by the files of their folder.
    private func names() throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Web/Components").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(
            files.filter { $0.hasSuffix(".mustache") }.map { String($0.dropLast(9)) }
        )
    }

    @Test("are all on their page, which names nothing that they do not have")
    func words() throws {
        var check = TemplateCheck()
        try check.check("components", try page())
        #expect(check.unknown == [])
        let shown = Set(check.known.map { String($0.prefix { $0 != ":" }) })
        let names = try names()
        #expect(names.count > 15 && names.isSuperset(of: ["button", "dialog", "gauge", "toast"]))
        #expect(names.subtracting(shown).sorted() == [])
        #expect(shown.contains("approval"))
        for word in [
            "button: isDisabled", "text-field: fieldLines", "text-field: fieldUnit",
            "text-field: fieldHint", "text-field: fieldProblem", "text-field: isChosen",
            "entry: tags", "amount: isIn", "bars: barWay", "notice: noticeWay",
            "notice: noticeWayText", "chart: usualPoints", "table: cells",
            "action-form: summarySubject", "dialog: sentence", "form: boxes", "chips: chipHref",
            "tag: tagIcon", "empty-state: wayHref", "tick: isTicked",
        ] { #expect(check.known.contains(word), "\(word)") }
    }

    @Test("ask in a dialog where there is a sentence of what comes of it")
    func dialogs() {
        let form = { (question: ActionForm.Question?) in
            Templates.html(
                ActionForm("/app", formToken: "t", buttons: [Button("Do")], asking: question)
            )
        }
        let asked = form(ActionForm.Question("Remove", "It goes.", about: " <Kite>"))
        #expect(asked.contains("<details class=\"again\"><summary>Remove<span"))
        #expect(asked.contains("<dialog aria-label=\"Remove &lt;Kite&gt;\" open>"))
        #expect(asked.contains("<p>It goes.</p>") && asked.contains("data-close>"))
        let wrong = form(ActionForm.Question("Remove", "It goes.", isOpen: true))
        #expect(wrong.contains("<details class=\"again\" open><summary>Remove</summary>"))
        let folded = form(ActionForm.Question("Change"))
        #expect(folded.contains("<details class=\"again\">") && !folded.contains("<dialog"))
        let plain = form(nil)
        #expect(!plain.contains("<details") && !plain.contains("<dialog"))
        for html in [asked, wrong, folded, plain] {
            #expect(html.ranges(of: "<form").count == 1)
        }
    }

    @Test("say what was done in a toast, and what was not done never")
    func toasts() {
        let done = Templates.html(Notice(.good, "<Kept>", to: ("/app/a", "See")))
        #expect(done.contains("<div class=\"toast notice good\"><p role=\"status\">"))
        #expect(done.contains("<span>&lt;Kept&gt;</span>"))
        #expect(done.contains("<a href=\"/app/a\">See</a>"))
        #expect(done.ranges(of: "Kept").count == 1)
        for kind in [Notice.Kind.settled, .warn, .bad] {
            let html = Templates.html(Notice(kind, "Kept"))
            #expect(html.contains("<p class=\"notice ") && !html.contains("toast"))
        }
    }

    @Test("make every field, but those of signing in, of a question and of lines that are many")
    func fields() {
        let byHand = Templates.texts.filter { _, bytes in
            String(decoding: bytes, as: UTF8.self).contains("<div class=\"field\">")
        }
        #expect(byHand["text-field"] != nil)
        // What the last of them looks like, TransactionListTests holds against the components.
        let known: Set = ["text-field", "ask", "sign-in", "transaction-line"]
        #expect(Set(byHand.keys).subtracting(known) == [])
    }

    @Test("have an id of their own on their page, and each is said in words, too")
    func shown() throws {
        let html = Templates.html(try page())
        let ids = html.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
        #expect(ids.count == Set(ids).count)
        for word in ["on course", "nearly used", "almost gone", "over"] {
            #expect(html.contains(">\(word)</span>") || html.contains("</svg>\(word)</span>"))
        }
    }
}
