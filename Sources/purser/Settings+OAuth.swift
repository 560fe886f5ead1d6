import ArgumentParser
import Operations

extension Settings {
    /// The clients that may ask people to sign in beside the one that is always there.
    static func oauthClients(_ reader: SettingReader) throws -> [OAuthClient] {
        var clients: [OAuthClient] = []
        for text in try reader.oneOrMoreTexts(.oauthClients) ?? [] {
            do throws(OAuthClientFault) {
                clients.append(try OAuthClient(configured: text))
            } catch {
                throw ValidationError("oauthClients \(error.rule)")
            }
        }
        let ids = [OAuthClient.native.id] + clients.map(\.id)
        let doubled = ids.filter { id in ids.count { $0 == id } > 1 }.min()
        guard let doubled else { return clients }
        let native = OAuthClient.native.id
        throw ValidationError("oauthClients has \(doubled) twice; \(native) is there by itself")
    }
}
