import Foundation
import PurserKit
import Testing

@testable import ServerTestbed

/// What an answer of the web app must not be, each as a sentence.
enum WebFaults {
    /// What pages of ours may load, and where their forms may go.
    static let policy = """
        default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; \
        connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    /// All that is wrong with an answer.
    ///
    /// `isKept`: Whether browsers may keep it: an asset. `html`: The page, taken apart already.
    static func all(
        _ answer: TransportResponse,
        isKept: Bool = false,
        html: HTMLPage? = nil
    ) -> [String] {
        var faults = headers(answer, isKept: isKept)
        if answer.isHTML { faults += page(html ?? HTMLPage(answer.text), answer) }
        return faults
    }

    // MARK: Headers

    /// What is wrong with an answer's headers: those that every answer has, and where it leads.
    static func headers(_ answer: TransportResponse, isKept: Bool = false) -> [String] {
        var faults: [String] = []
        if let location = answer.headers["Location"], !isOfTheApp(location) {
            faults.append("leads to \(location.prefix(80))")
        }
        let expect = { (name: String, isRight: (String) -> Bool) in
            let value = answer.headers[name] ?? ""
            if !isRight(value) { faults.append("\(name): \(value.prefix(200))") }
        }
        expect("X-Content-Type-Options") { $0 == "nosniff" }
        expect("Referrer-Policy") { $0 == "no-referrer" }
        expect("Cache-Control") { isKept ? $0 != "" : $0 == "no-store" }
        expect("Content-Security-Policy") { policy in
            // A script may fetch other things than a page; nothing may be framed or be inline.
            let isOurs =
                policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'")
                && !policy.contains("unsafe") && !policy.contains(",") && !policy.contains("*")
            return answer.isHTML ? isOurs && directives(policy) == directives(Self.policy) : isOurs
        }
        expect("X-Frame-Options") { ["", "DENY"].contains($0) }
        expect("Access-Control-Allow-Origin") { $0.isEmpty }
        if let cookie = answer.headers["Set-Cookie"] {
            if let fault = fault(ofCookie: cookie) { faults.append(fault) }
        }
        for (name, value) in answer.headers.all where value.contains(where: \.isNewline) {
            faults.append("\(name) has more than one line")
        }
        return faults
    }

    /// The directives of a policy, of which pages of a kind of their own may have more of our own.
    private static func directives(_ policy: String) -> Set<String> {
        let all = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        return Set(all.filter { $0.hasPrefix("form-action") || $0.hasPrefix("base-uri") })
            .union(all.filter { $0.hasPrefix("script-src") || $0.hasPrefix("style-src") })
    }

    private static func fault(ofCookie cookie: String) -> String? {
        let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        let attributes = Set(parts.dropFirst())
        // One alone is for the app's script, and says nothing but a word that the script made up.
        let isForScripts = cookie.hasPrefix("purser-taken=1;")
        let isStrict = attributes.contains("SameSite=Strict")
        guard isStrict || attributes.contains("SameSite=Lax"),
            isForScripts || attributes.contains("HttpOnly"),
            isForScripts || attributes.contains("Path=/"),
            !attributes.contains(where: { $0.hasPrefix("Domain") })
        else { return "Set-Cookie: \(parts.dropFirst().joined(separator: "; "))" }
        return nil
    }

    /// Whether an address is one of the app, for every browser that reads it.
    static func isOfTheApp(_ location: String) -> Bool {
        let path = location.prefix { $0 != "?" && $0 != "#" }
        let isPlain = location.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }
        let leadsUp = path.split(separator: "/").contains { part in
            [".", ".."].contains(part.lowercased().replacing("%2e", with: "."))
        }
        return isPlain && !leadsUp && !path.contains("//") && location.utf8.count < 16_384
            && (path == "/app" || path.hasPrefix("/app/"))
    }

    // MARK: Pages

    private static func page(_ html: HTMLPage, _ answer: TransportResponse) -> [String] {
        var faults = html.faults
        for tag in html.tags {
            if !elements.contains(tag.name) { faults.append("<\(tag.name)> is in no template") }
            faults += tag.attributes.compactMap { fault(of: $0.name, $0.value, tag) }
        }
        for form in html.forms where form.method == "post" {
            if !form.fields.contains(where: { $0.name == "form_token" && !$0.value.isEmpty }) {
                faults.append("a form to \(form.action) has no token")
            }
        }
        for control in answer.text.unicodeScalars where isControl(control) {
            faults.append("U+\(String(control.value, radix: 16)) is in it")
        }
        return Set(faults).sorted()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func fault(of name: String, _ value: String, _ tag: HTMLPage.Tag) -> String? {
        let place = "<\(tag.name) \(name)=\"\(value.prefix(80))\""
        if name.hasPrefix("on") || ["style", "srcdoc"].contains(name) { return place }
        // A page may be loaded again by itself, from where the server says.
        if name == "http-equiv", value != "refresh" { return place }
        if !value.isEmpty, !attributes.contains(name) { return place }
        guard ["href", "src", "action", "formaction"].contains(name) else { return nil }
        switch tag.name {
        case "script", "link", "use", "img":
            return value.hasPrefix("/app/") || value.hasPrefix("/oauth2/") ? nil : place
        case "a" where value.hasPrefix("otpauth://"): return nil
        case "a" where value.hasPrefix("https://"):
            return tag["rel"] == "noreferrer" ? nil : place
        default: return value.hasPrefix("#") || isOfTheApp(value) ? nil : place
        }
    }

    /// What the templates are made of: pages have nothing else.
    private static let templates: String = {
        let folder = AccessTable.root.appending(path: "Sources/Web")
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".mustache") }.sorted()
            .compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .joined(separator: "\n")
    }()

    private static let elements = Set(
        templates.matches(of: /<([a-z][a-z0-9]*)/).map { String($0.1) }
    )

    private static let attributes = Set(
        templates.matches(of: /[ }]([a-z][a-zA-Z0-9-]*)="/).map { String($0.1) }
    )
}
