import Foundation
import Programs
import Testing

@Suite("The sign-in page in Chromium", .serialized)
struct SignInPageTests {
    /// Where the pictures stay, for whoever wants to look at them.
    static let pictures = Program.root.appending(path: ".build/sign-in-page")

    @Test("serves a phone, a desk, a keyboard and a screen reader, with scripts and without")
    func page() async throws {
        try? FileManager.default.removeItem(at: Self.pictures)
        try await Served.with { served in
            let result = try await Script.run(
                "sign_in_page.py",
                [served.url, Served.email, Served.password, Self.pictures.path]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.pictures.path)
        for page in ["sign-in", "sign-in-failed", "agreement", "refusal"] {
            for width in [390, 1_280] {
                #expect(names.contains("\(page)-\(width)-light.png"))
                #expect(names.contains("\(page)-\(width)-dark.png"))
            }
        }
    }
}
