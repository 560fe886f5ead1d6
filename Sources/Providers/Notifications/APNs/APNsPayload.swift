import Foundation
import Kernel

/// A message as Apple's push service takes it: JSON of at most 4,096 bytes.
///
/// Source: Apple, "Generating a remote notification", read 2026-11-25.
struct APNsPayload: Encodable {
    private let aps: APS
    private let purser: [String: String]

    private struct APS: Encodable {
        let alert: Alert
        let sound = "default"
        let threadID: String

        private enum CodingKeys: String, CodingKey {
            case alert, sound
            case threadID = "thread-id"
        }
    }

    private struct Alert: Encodable {
        let title: String
        let body: String
    }

    private init(_ message: PushMessage, _ title: String, _ body: String) {
        aps = APS(alert: Alert(title: title, body: body), threadID: message.kind)
        // What the message itself says wins over what came along with it.
        purser = message.data.merging(["id": message.id.text, "kind": message.kind]) { $1 }
    }

    /// The payload of a message, whose text is cut between two scalars where it is too long.
    ///
    /// - Returns: `nil` when there is no room for what is not its text.
    static func bytes(of message: PushMessage) -> [UInt8]? {
        let title = cut(Array(message.title.unicodeScalars), to: Limits.pushTitleCharacters)
        // No more of them fit, whatever they are.
        let scalars = Array(message.body.unicodeScalars.prefix(Limits.pushPayloadBytes + 1))
        func fitting(_ count: Int) -> [UInt8]? {
            let bytes = encoded(APNsPayload(message, title, cut(scalars, to: count)))
            return bytes.flatMap { $0.count <= Limits.pushPayloadBytes ? $0 : nil }
        }
        if let whole = fitting(scalars.count) { return whole }
        guard var longest = fitting(0) else { return nil }
        var (fits, isTooLong) = (0, scalars.count)
        while isTooLong - fits > 1 {
            let middle = fits + (isTooLong - fits) / 2
            if let bytes = fitting(middle) {
                (longest, fits) = (bytes, middle)
            } else {
                isTooLong = middle
            }
        }
        return longest
    }

    /// The first scalars, with a sign where there were more.
    private static func cut(_ scalars: [Unicode.Scalar], to count: Int) -> String {
        var text = String.UnicodeScalarView(scalars.prefix(count))
        if count < scalars.count { text.append("…") }
        return String(text)
    }

    private static func encoded(_ payload: APNsPayload) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(payload)).map { Array($0) }
    }
}
