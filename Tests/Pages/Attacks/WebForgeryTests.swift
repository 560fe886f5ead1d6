import Contract
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Forms of the web app that another site made up")
struct WebForgeryTests {
    /// What a browser says of a request that another site made.
    private static let foreign: [Headers] = [
        ["Origin": "https://evil.example"], ["Origin": "null"],
        ["Origin": "http://localhost.evil.example"], ["Origin": "https://localhost:8443"],
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": "cross-site", "Origin": "null"],
    ]

    @Test("are refused at every address, and change nothing")
    func forms() async throws {
        try await withWebApp { server, map in
            let home = try await EvilHousehold(server)
            let parent = home.families.parent
            let reader = try await WebReader(parent, server)
            let own = try await WebReader(parent, server)
            let others = try await WebReader(home.families.child, server)
            let strangers = try await WebReader(home.families.otherParent, server)
            // What signs in is asked below.
            let forms = try await WebWalk(reader, map).forms.filter { form in
                !WebMap.open.contains(form.action)
            }
            let sent = Set(forms.compactMap { map.path(of: $0.action) })
            let unseen = Set(map.forms).subtracting(sent).subtracting(WebMap.open)
            #expect(unseen.sorted() == [], "no page has a form that goes there")

            let before = try await server.contents()
            // Whatever is only opened, as a link of another site would have it, changes nothing.
            for form in forms {
                let query = WebReader.body(form.filled().pairs(reader.formToken))
                let mark = form.action.contains("?") ? "&" : "?"
                let answer = try await reader.open("\(form.action)\(mark)\(query)")
                #expect(answer.status < 500, "\(form.action)")
            }
            #expect(try await server.contents().changed(since: before) == [])
            for form in forms {
                let form = form.filled()
                let place = "\(form.action) \(form.deed)"
                let fields = form.pairs(reader.formToken)
                for token in ["", "x", own.formToken, others.formToken, strangers.formToken] {
                    let answer = try await reader.post(form.action, form.pairs(token))
                    Self.expectRefusal(answer, "\(place) \(token.prefix(4))")
                }
                let without = fields.filter { $0.name != "form_token" }
                Self.expectRefusal(try await reader.post(form.action, without), place)
                let twice = fields + [("form_token", reader.formToken)]
                Self.expectRefusal(try await reader.post(form.action, twice), place, isTold: false)
                for headers in Self.foreign {
                    let answer = try await reader.post(form.action, fields, headers: headers)
                    Self.expectRefusal(answer, "\(place) \(headers.all)")
                }
                // Two cookies of one name: one of them is of somebody else.
                let cookie = try #require(reader.cookie)
                let both: Headers = ["Cookie": "\(cookie); \(strangers.cookie ?? "")"]
                let answer = try await reader.post(form.action, fields, headers: both)
                #expect(answer.status == 303, "\(place)")
                #expect(answer.headers["Location"]?.hasPrefix("/app/sign-in") == true, "\(place)")
            }
            let changed = try await server.contents().changed(since: before)
            #expect(changed == [])

            // The same forms are heard when they are the session's own: signing out comes last.
            for form in forms.sorted(by: { $1.action == "/app/sign-out" && $0.action != $1.action })
            {
                let fresh = try await WebReader(parent, server)
                let answer = try await fresh.send(form)
                #expect(!answer.text.contains(Self.sentence), "\(form.action) \(form.deed)")
            }
        }
    }

    private static let sentence = "The form is too old, or comes from another site"

    private static func expectRefusal(
        _ answer: TransportResponse,
        _ place: String,
        isTold: Bool = true
    ) {
        #expect(answer.status == 400, "\(place)")
        #expect(answer.headers["Set-Cookie"] == nil, "\(place)")
        if isTold { #expect(answer.text.contains(sentence), "\(place)") }
    }

    @Test("sign nobody in")
    func signingIn() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let fields = ["email": parent.email, "password": "password123"]
            for headers in Self.foreign {
                let visit = WebVisit(server)
                let page = try await visit.get("/app/sign-in")
                let answer = try await visit.send(
                    page,
                    to: "/app/sign-in",
                    fields,
                    headers: headers
                )
                #expect(answer.status == 400, "\(headers.all)")
                #expect(visit.cookies["purser-session"] == nil, "\(headers.all)")
            }
            let page = try await WebVisit(server).get("/app/sign-in")
            let elsewhere = WebVisit(server)
            let answer = try await elsewhere.send(page, to: "/app/sign-in", fields)
            #expect(answer.status == 400)
            #expect(elsewhere.cookies["purser-session"] == nil)
        }
    }
}
