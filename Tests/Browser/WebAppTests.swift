import Foundation
import Programs
import Testing

@Suite("The web app in Chromium", .serialized)
struct WebAppTests {
    /// Where the pictures stay, for whoever wants to look at them.
    static let pictures = Program.root.appending(path: ".build/web-app")

    @Test("serves a phone and a desk, a mouse and a keyboard, with scripts and without")
    func pages() async throws {
        try? FileManager.default.removeItem(at: Self.pictures)
        try await Served.with { served in
            let result = try await Script.run(
                "web_app.py",
                [served.url, Served.email, Served.password, Self.pictures.path]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.pictures.path)
        for page in ["sign-in", "today", "transactions", "buy", "buy-answered"] {
            for width in [390, 1_280] {
                #expect(names.contains("\(page)-\(width)-light.png"))
                #expect(names.contains("\(page)-\(width)-dark.png"))
            }
        }
    }
}
