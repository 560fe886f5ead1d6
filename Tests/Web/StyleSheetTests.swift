import Testing

@testable import Web

@Suite("Style sheets")
struct StyleSheetTests {
    private static let tokens = String(decoding: PackageResources.tokens_css, as: UTF8.self)

    /// What each file adds to the tokens, without its comments.
    private static let sheets = [
        "purser.css": PackageResources.purser_css,
        "sign-in.css": PackageResources.sign_in_css,
        "map.css": PackageResources.map_css,
    ].mapValues { bytes in
        String(decoding: bytes, as: UTF8.self)
            .replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")
    }

    private static func named(in text: String) -> Set<String> {
        Set(text.matches(of: /(--[a-z0-9-]+):/).map { String($0.1) })
    }

    @Test("are served with one set of tokens before what is their own")
    func tokens() throws {
        let signIn = try #require(WebApp.files.first { $0.path == WebApp.signInStyle })
        for file in [WebApp.style, signIn] {
            #expect(file.content.hasPrefix(Self.tokens))
            #expect(file.content.utf8.count > Self.tokens.utf8.count)
            #expect(file.contentType == "text/css; charset=utf-8")
        }
        #expect(Self.tokens.contains("prefers-color-scheme: dark"))
    }

    @Test("take every colour and every token from there", arguments: sheets.keys.sorted())
    func colours(name: String) throws {
        let sheet = try #require(Self.sheets[name])
        let known = Self.named(in: Self.tokens)
        #expect(Self.named(in: sheet) == [])
        let used = Set(sheet.matches(of: /var\((--[a-z0-9-]+)\)/).map { String($0.1) })
        #expect(used.subtracting(known) == [])
        let colours = sheet.matches(of: /:[^;{}]*(#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\()/)
        #expect(colours.map { String($0.0) } == [])
    }

    @Test("have every colour in light and in dark")
    func schemes() throws {
        let parts = Self.tokens.split(separator: "@media (prefers-color-scheme: dark)")
        try #require(parts.count == 2)
        let colours = { (text: Substring) in
            Set(text.matches(of: /(--[a-z0-9-]+): #/).map { String($0.1) })
        }
        #expect(colours(parts[0]) == colours(parts[1]))
        #expect(!colours(parts[0]).isEmpty)
    }

    @Test("name no left and no right: a page may be turned", arguments: sheets.keys.sorted())
    func sides(name: String) throws {
        let sheet = try #require(Self.sheets[name])
        let sides = sheet.matches(
            of: /(?:[a-z]+-)?(?:left|right)(?:-[a-z]+)?\s*:|:[^;{}]*\b(?:left|right)\b/
        )
        #expect(sides.map { String($0.0) } == [])
    }

    @Test("move nothing for who asked for less motion", arguments: sheets.keys.sorted())
    func motion(name: String) throws {
        let sheet = try #require(Self.sheets[name])
        let asked = /@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/
        let rest = sheet.replacing(asked, with: "")
        #expect(rest.matches(of: /\b(?:transition|animation|scroll-behavior)\b/).isEmpty)
    }
}
