import Foundation
import Kernel
import Testing

@testable import Contract

@Suite("What schemas say of text is what its reader goes by")
struct TextPatternTests {
    struct Sample: WireInput {
        var name: String
        var note: String?
        var secret: Password
    }

    /// Every scalar that the rules treat in a way of its own, and their neighbours.
    private static let scalars =
        (UInt32(0)...0x3100).compactMap(Unicode.Scalar.init)
        + [0xFEFF, 0xFFFE, 0x1_0000, 0x1_F3FB, 0xE_0001, 0x10_FFFF].compactMap(Unicode.Scalar.init)

    private func isTaken(_ field: String, _ text: String) -> Bool {
        var members = ["name": "x", "secret": "x"]
        members[field] = text
        let body = JSON.object(members.map { JSON.Member($0.key, .string($0.value)) })
        return (try? WireDecoder.decodeInput(Sample.self, from: body)) != nil
    }

    @Test("each scalar, alone and inside of a word", arguments: ["name", "note", "secret"])
    func scalars(field: String) throws {
        let schema = Schema(ofInput: Sample.self)
        let property = try #require(schema.properties.first { $0.name == field })
        let pattern = try NSRegularExpression(
            pattern: try #require(property.schema.bounds.pattern)
        )
        for scalar in Self.scalars {
            for text in [String(scalar), "a\(scalar)b", " \(scalar)\n"] {
                let isTaken = isTaken(field, text)
                #expect(Self.fits(text, pattern) == isTaken, "\(field) \(scalar.value) \(isTaken)")
            }
        }
    }

    @Test(
        "e-mail addresses",
        arguments: [
            "parent@example.com", "a@b.c", "ü@exämple.de", "a@b..c", "a@b.c.d", "a@b", "@b.c", "a@",
            "a@.c", "a@c.", "a@b@c.d", "a b@c.d", "a@b c.d", "abc", "a@.", "a\tb@c.d",
            "a\u{A0}b@c.d", "@", "a.b", "", "a@b.\u{1F3FB}", "a@\u{1F3FB}.b", "\u{301}@b.c",
            "a@\u{301}b.c", "a@b.\u{301}c", "a@b.c\u{7}",
        ]
    )
    func emails(text: String) throws {
        let pattern = try NSRegularExpression(pattern: TextPattern.email)
        let email = JSON.string(text).text
        let fault = fault(API.Identity.ChangeEmailRequest.self, "email", email)
        #expect(Self.fits(text, pattern) == (fault == nil), "\(fault ?? "taken")")
    }

    @Test(
        "new passwords, but for their length",
        arguments: [
            "abcdefg1", "1abcdefg", "abcdefgh", "12345678", "пароль12", "漢漢漢漢漢漢漢٣", "  a1    ",
            "a\n\n\n\n\n\n1", "!!!!!!!1", "abcdefg²", "abcdefgⅧ", "ⅧⅧⅧⅧⅧⅧ12", "\u{0}abcdefg1",
            "\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}1", "ªªªªªªª1", "ʰʰʰʰʰʰʰ1",
            "ǅǅǅǅǅǅǅ1",
        ]
    )
    func passwords(text: String) throws {
        let pattern = try NSRegularExpression(pattern: TextPattern.letterAndDigit)
        let secret = JSON.string(text).text
        let fault = fault(
            API.Identity.ChangePasswordRequest.self,
            "newPassword",
            secret,
            in: #""currentPassword":"x""#
        )
        #expect(Self.fits(text, pattern) == (fault == nil), "\(fault ?? "taken")")
    }

    private static func fits(_ text: String, _ pattern: NSRegularExpression) -> Bool {
        let whole = NSRange(location: 0, length: text.utf16.count)
        return pattern.firstMatch(in: text, range: whole) != nil
    }
}
