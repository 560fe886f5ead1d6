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

    /// The forms of one reader, and the sessions of others whose tokens are tried in them.
    private struct Forms {
        let member: TestMember
        let reader: WebReader
        let all: [HTMLForm]
        let others: [WebReader]
    }

    @Test("are refused at every address, and change nothing")
    func forms() async throws {
        try await withWebApp { server, map in
            let families = try await EvilHousehold(server).families
            let parents = try await WebReader(families.parent, server)
            let childs = try await WebReader(families.child, server)
            let strangers = try await WebReader(families.otherParent, server)
            var sent = Set(WebMap.open)
            var read: [Forms] = []
            for (member, reader, other) in [
                (families.parent, parents, childs), (families.child, childs, parents),
            ] {
                // What signs in is asked below.
                let forms = try await WebWalk(reader, map).forms.filter { form in
                    !sent.contains(map.path(of: form.action) ?? form.action)
                }
                sent.formUnion(forms.compactMap { map.path(of: $0.action) })
                let own = try await WebReader(member, server)
                let others = [own, other]
                read.append(Forms(member: member, reader: reader, all: forms, others: others))
            }
            let unseen = Set(map.forms).subtracting(sent)
            #expect(unseen.sorted() == [], "no page has a form that goes there")

            let before = try await server.contents()
            for forms in read {
                for form in forms.all { try await open(form, forms.reader) }
            }
            #expect(try await server.contents().changed(since: before) == [])
            for forms in read {
                for form in forms.all {
                    let tokens = (forms.others + [strangers]).map(\.formToken)
                    try await forge(form, with: ["", "x"] + tokens, forms.reader)
                    try await share(form, with: strangers, forms.reader)
                }
            }
            let changed = try await server.contents().changed(since: before)
            #expect(changed == [])

            // The same forms are heard when they are the session's own: a parent, who may remove
            // the child, comes last, and of those signing out.
            for forms in read.reversed() {
                for form in forms.all.sorted(by: { $1.isLeaving && !$0.isLeaving }) {
                    let fresh = try await WebReader(forms.member, server)
                    let answer = try await fresh.send(form)
                    #expect(!answer.text.contains(Self.sentence), "\(form.action) \(form.deed)")
                }
            }
        }
    }

    /// What is only opened, as a link of another site would have it.
    private func open(_ form: HTMLForm, _ reader: WebReader) async throws {
        let query = WebReader.body(form.filled().pairs(reader.formToken))
        let mark = form.action.contains("?") ? "&" : "?"
        let answer = try await reader.open("\(form.action)\(mark)\(query)")
        #expect(answer.status < 500, "\(form.action)")
    }

    /// What is sent without the session's own token, and what says that another site sends it.
    private func forge(
        _ form: HTMLForm,
        with tokens: [String],
        _ reader: WebReader
    ) async throws {
        let form = form.filled()
        let place = "\(form.action) \(form.deed)"
        let fields = form.pairs(reader.formToken)
        for token in tokens {
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
    }

    /// Two cookies of one name: one of them is of somebody else.
    private func share(
        _ form: HTMLForm,
        with stranger: WebReader,
        _ reader: WebReader
    ) async throws {
        let form = form.filled()
        let cookie = try #require(reader.cookie)
        let both: Headers = ["Cookie": "\(cookie); \(stranger.cookie ?? "")"]
        let answer = try await reader.post(form.action, form.pairs(reader.formToken), headers: both)
        #expect(answer.status == 303, "\(form.action) \(form.deed)")
        #expect(answer.headers["Location"]?.hasPrefix("/app/sign-in") == true, "\(form.action)")
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

extension HTMLForm {
    /// Whether nobody is signed in once it was sent.
    fileprivate var isLeaving: Bool { action == "/app/sign-out" }
}
