import Foundation
import Programs
import Testing

@Suite("Settings in Chromium", .serialized)
struct SettingsPagesTests {
    /// Where the pictures stay, for whoever wants to look at them.
    static let pictures = Program.root.appending(path: ".build/settings-pages")

    @Test(
        "settle everything by mouse, and by keyboard without scripts, on a phone and a desk",
        arguments: ["mouse", "keyboard"],
        ["390", "1280"]
    )
    func everything(hand: String, width: String) async throws {
        try await Served.with { served in
            let result = try await Script.run(
                "settings_pages.py",
                [served.url, Self.pictures.path, hand, width]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
        guard hand == "mouse", width == "1280" else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.pictures.path)
        let pages = [
            "settings-accounts-linked", "settings-factor-begun", "settings-factor-codes",
            "sign-in-code", "sign-in-code-wrong", "join", "join-wrong",
        ]
        for page in pages {
            for width in [390, 1_280] {
                #expect(names.contains("\(page)-\(width)-light.png"))
                #expect(names.contains("\(page)-\(width)-dark.png"))
            }
        }
    }
}
