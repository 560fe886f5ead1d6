import ArgumentParser
import Foundation
import Kernel
import Providers

extension Settings {
    /// How Plaid is reached; `nil` where it is not configured.
    static func plaid(_ reader: SettingReader, publicURL: String) throws -> PlaidSettings? {
        let client = try reader.text(.plaidClientId)
        let secret = try reader.text(.plaidSecret)
        guard let client, let secret, !client.isEmpty, !secret.isEmpty else {
            guard client == nil, secret == nil else {
                throw ValidationError("plaidClientId and plaidSecret are set together")
            }
            return nil
        }
        let place = try reader.text(.plaidEnvironment) ?? Setting.plaidEnvironment.standard
        var settings = PlaidSettings(
            environment: try environment(place),
            clientID: client,
            secret: Secret(Array(secret.utf8))
        )
        // Plaid sends nothing to an address without TLS.
        if publicURL.hasPrefix("https://") {
            settings.webhookURL = "\(publicURL)/webhooks/plaid"
        }
        return settings
    }

    private static func environment(_ place: String) throws -> PlaidSettings.Environment {
        switch place {
        case "sandbox": return .sandbox
        case "production": return .production
        default:
            guard let scheme = URL(string: place)?.scheme, ["http", "https"].contains(scheme)
            else {
                throw ValidationError(
                    "plaidEnvironment must be sandbox, production or an http or https URL"
                )
            }
            return .other(place)
        }
    }
}
