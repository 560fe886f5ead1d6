import Kernel
import Testing
import Web

@testable import Server

@Suite("What forms say")
struct FormValueTests {
    @Test("is told apart by where its fields begin and end")
    func keys() throws {
        let form = try PageForm([(key: "key", value: "k")])
        let one = FormKey.key(of: form, saying: ["a", "bc"])
        #expect(one != nil && one == FormKey.key(of: form, saying: ["a", "bc"]))
        #expect(one != FormKey.key(of: form, saying: ["ab", "c"]))
        #expect(one != FormKey.key(of: form, saying: ["a", "bc", ""]))
        #expect(FormKey.key(of: try PageForm([]), saying: ["a"]) == nil)
    }

    @Test("of an amount's columns is one alone, or both of money out and money in")
    func amounts() {
        let named = ["date": "1", "description": "2"]
        for (chosen, isRight) in [
            (["amount": "3"], true), (["debit": "3", "credit": "4"], true),
            (["amount": "3", "debit": "4"], false), (["amount": "3", "credit": "4"], false),
            (["debit": "3"], false), (["credit": "4"], false), ([:], false),
        ] as [([String: String], Bool)] {
            let columns = ChosenColumns(
                ImportColumns(
                    names: ["Date", "Text", "Sum", "In"],
                    areNames: true,
                    chosen: named.merging(chosen) { $1 }
                )
            )
            #expect((columns.json != nil) == isRight, "\(chosen)")
            #expect(columns.problems.isEmpty == isRight, "\(chosen)")
            #expect(isRight || columns.problems["amount"] != nil, "\(chosen)")
        }
    }

    @Test("of columns is said by number where names are too long together")
    func longNames() throws {
        let names = ["Date", "Text", "Sum"].map { $0 + String(repeating: "x", count: 300) }
        let chosen = ["date": "1", "description": "2", "amount": "3"]
        let long = ImportColumns(names: names, areNames: true, chosen: chosen)
        let json = try #require(ChosenColumns(long).json)
        #expect(json.contains("\"date\":1") && !json.contains("xxx"))
        let short = ImportColumns(names: ["Date", "Text", "Sum"], areNames: true, chosen: chosen)
        #expect(try #require(ChosenColumns(short).json).contains("\"date\":\"Date\""))
    }
}
