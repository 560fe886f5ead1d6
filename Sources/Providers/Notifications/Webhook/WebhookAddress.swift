import Foundation
import Kernel

/// Where webhooks go: an address of the operator's, by https, or on this machine.
struct WebhookAddress: Sendable {
    let url: String

    /// Takes an address; `nil` when what is sent there could be read on the way, or when it says
    /// more than where to go.
    init?(_ text: String) {
        guard text.utf8.count <= Limits.webhookURLBytes,
            let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return nil }
        guard scheme == "https" || (scheme == "http" && Self.isLoopback(host)) else { return nil }
        url = text
    }

    /// Whether it is this machine, by number or by its usual name.
    private static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { part in UInt8(part).map { "\($0)" } == String(part) }
    }
}
