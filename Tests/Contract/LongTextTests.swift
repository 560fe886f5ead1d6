import Contract
import Kernel
import Testing

@Suite("Texts that would take long to compare")
struct LongTextTests {
    private static let most = "e" + String(repeating: "\u{301}", count: 30)
    private static let many = String(repeating: "\u{301}\u{316}", count: 100_000)

    private func faults(_ body: JSON) -> [Fault] {
        do {
            _ = try API.Guardian.checkLocation.input(inPath: [], query: [], body: body)
            return []
        } catch {
            return (error as? Problem)?.faults ?? []
        }
    }

    private func location(_ name: JSON) -> JSON {
        .object([.init("user_id", name), .init("lat", .number("1")), .init("lon", .number("1"))])
    }

    @Test("are refused as texts, those that a language may have are not")
    func marks() {
        #expect(faults(location(.string(Self.most))) == [])
        let rule = "has more than 30 combining marks in a row"
        for text in [Self.most + "\u{301}", "e" + Self.many] {
            #expect(faults(location(.string(text))) == [Fault(field: "user_id", rule: rule)])
        }
    }

    @Test("are no names: those have at most 255 scalars")
    func names() {
        for scalar in ["x", "\u{1F4B0}"] {
            let name = String(repeating: scalar, count: 255)
            #expect(faults(location(.string(name))) == [])
            let fault = Fault(field: "user_id", rule: "is too long")
            #expect(faults(location(.string(name + scalar))) == [fault])
        }
        #expect(faults(location(.number(String(repeating: "1", count: 255)))) == [])
        #expect(faults(location(.number(String(repeating: "1", count: 256)))).count == 1)
        let schema = Schema(ofInput: API.Guardian.LocationCheck.self)
        let bounds = schema.properties.first { $0.name == "user_id" }?.schema.bounds
        #expect(bounds?.maxLength == 255)
    }

    @Test("are no keys, are not looked up, and are not told")
    func keys() throws {
        for others in [0, 20] {
            let before = (0..<others).map { #""k\#($0)":0,"# }.joined()
            let long = #"{\#(before)"a\#(Self.many)b":1,"a\#(Self.many)c":2}"#
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(long.utf8) }
        }
        let fits = try JSONParser.parse(#"{"\#(Self.most)":1,"lat":2}"#.utf8)
        #expect(fits["lat"] == .number("2"))
        let closed = JSON.object([.init("grantType" + Self.many, .string("refresh_token"))])
        #expect(throws: Problem.self) {
            try API.Identity.exchangeToken.input(inPath: [], query: [], body: closed)
        }
        do {
            _ = try API.Identity.exchangeToken.input(inPath: [], query: [], body: closed)
        } catch let problem as Problem {
            #expect(problem.faults.allSatisfy { $0.field.utf8.count < 100 })
            #expect(problem.faults.contains(Fault(field: "body", rule: "is not known here")))
        }
    }

    @Test("are no words of a vocabulary")
    func words() {
        let body = JSON.object([.init("grantType", .string("refresh_token" + Self.many))])
        #expect(throws: Problem.self) {
            try API.Identity.exchangeToken.input(inPath: [], query: [], body: body)
        }
    }
}
