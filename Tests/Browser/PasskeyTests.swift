import Foundation
import Programs
import Testing

/// Chromium's virtual authenticator, which answers as that of a phone or a computer would.
@Suite("Passkeys in Chromium", .serialized)
struct PasskeyTests {
    /// Where the pictures stay, for whoever wants to look at them.
    static let pictures = Program.root.appending(path: ".build/passkey-page")

    @Test("are made, sign in again and again, and are refused unverified, copied and removed")
    func wholeWay() async throws {
        try? FileManager.default.removeItem(at: Self.pictures)
        try await Served.with(host: "localhost") { served in
            let result = try await Script.run(
                "passkeys.py",
                [served.url, Served.email, Served.password, Self.pictures.path]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.pictures.path)
        for page in ["passkey", "passkey-not-here"] {
            for width in [390, 1_280] {
                #expect(names.contains("\(page)-\(width)-light.png"))
                #expect(names.contains("\(page)-\(width)-dark.png"))
            }
        }
    }

    @Test("sign in to the web app, where a device lists the family that shares it")
    func webApp() async throws {
        let pictures = Program.root.appending(path: ".build/sign-in-pages")
        try? FileManager.default.removeItem(at: pictures)
        try await Served.with(host: "localhost") { served in
            let result = try await Script.run(
                "sign_in_pages.py",
                [served.url, Served.email, Served.password, pictures.path]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: pictures.path)
        let pages = [
            "settings-passkeys", "sign-in-passkey", "settings-shared", "who", "who-chosen",
        ]
        for page in pages {
            for width in [390, 1_280] {
                #expect(names.contains("\(page)-\(width)-light.png"))
                #expect(names.contains("\(page)-\(width)-dark.png"))
            }
        }
    }
}
