import ArgumentParser
import Providers

extension Settings {
    /// How members are notified; `nil` where nothing is configured for it.
    static func notificationSender(
        _ reader: SettingReader
    ) throws -> (any NotificationSender)? {
        let key = try reader.text(.pushKey)
        let url = try reader.text(.pushWebhookUrl)
        guard key == nil || url == nil else {
            throw ValidationError("pushKey and pushWebhookUrl exclude each other")
        }
        let secrets = try reader.oneOrMoreTexts(.pushWebhookSecret) ?? []
        guard let key else {
            for setting in [Setting.pushKeyId, .pushTeamId, .pushTopic, .pushEnvironment] {
                guard try reader.text(setting) == nil else {
                    throw ValidationError("\(setting.key) is set only with pushKey")
                }
            }
            return try webhook(url, secrets)
        }
        guard secrets.isEmpty else {
            throw ValidationError("pushWebhookSecret is set only with pushWebhookUrl")
        }
        return try apns(key, reader)
    }

    private static func webhook(
        _ url: String?,
        _ secrets: [String]
    ) throws -> (any NotificationSender)? {
        guard let url else {
            guard secrets.isEmpty else {
                throw ValidationError("pushWebhookSecret is set only with pushWebhookUrl")
            }
            return nil
        }
        let signing = secrets.map { Secret(Array($0.utf8)) }
        do throws(NotificationSettingError) {
            return try WebhookSender(url: url, secrets: signing)
        } catch {
            let setting = error.setting == .secrets ? Setting.pushWebhookSecret : .pushWebhookUrl
            throw ValidationError("\(setting.key) must be \(error.rule)")
        }
    }

    private static func apns(
        _ path: String,
        _ reader: SettingReader
    ) throws -> any NotificationSender {
        guard let id = try reader.text(.pushKeyId), let team = try reader.text(.pushTeamId),
            let topic = try reader.text(.pushTopic)
        else {
            throw ValidationError("pushKey, pushKeyId, pushTeamId and pushTopic are set together")
        }
        let urls = ["production": APNsSender.productionURL, "sandbox": APNsSender.sandboxURL]
        let environment = try reader.text(.pushEnvironment) ?? Setting.pushEnvironment.standard
        guard let url = urls[environment] else {
            throw ValidationError("pushEnvironment must be production or sandbox")
        }
        let key = try APNsKey.load(path, id: id, team: team)
        do throws(NotificationSettingError) {
            return try APNsSender(key: key, topic: topic, url: url)
        } catch {
            throw ValidationError("\(setting(of: error.setting).key) must be \(error.rule)")
        }
    }

    private static func setting(of setting: NotificationSettingError.Setting) -> Setting {
        switch setting {
        case .topic: .pushTopic
        case .keyID: .pushKeyId
        case .teamID: .pushTeamId
        case .url, .trustRoots, .secrets: .pushEnvironment
        }
    }
}
