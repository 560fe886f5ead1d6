import ArgumentParser
import Configuration
import Foundation
import SystemPackage

/// Reads settings: flags before environment before file.
///
/// A value that is there and cannot be used is refused: who configures a port does not want
/// another.
struct SettingReader {
    private let config: ConfigReader

    /// Opens what is configured.
    ///
    /// - Throws: `ValidationError` when the file is no JSON object, or has a key that is no
    ///   setting.
    init(flags: [AbsoluteConfigKey: ConfigValue], file: String?) async throws {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: flags),
            EnvironmentVariablesProvider().prefixKeys(with: "purser"),
        ]
        let environment = ProcessInfo.processInfo.environment
        if let path = file ?? environment[Setting.config.environment] {
            try Self.requireKnownKeys(in: path)
            providers.append(try await Self.provider(of: path))
        }
        config = ConfigReader(providers: providers)
    }

    func text(_ setting: Setting) throws -> String? {
        try value(of: setting, "a text") { config.string(forKey: $0, isSecret: setting.isSecret) }
    }

    func texts(_ setting: Setting) throws -> [String]? {
        try value(of: setting, "a list of texts") {
            config.stringArray(forKey: $0, isSecret: setting.isSecret)
        }
    }

    /// A setting that is one text or several.
    func oneOrMoreTexts(_ setting: Setting) throws -> [String]? {
        try value(of: setting, "a text or a list of texts") { key in
            config.stringArray(forKey: key, isSecret: setting.isSecret)
                ?? config.string(forKey: key, isSecret: setting.isSecret).map { [$0] }
        }
    }

    /// A setting that is true or false.
    func flag(_ setting: Setting) throws -> Bool? {
        try value(of: setting, "true or false") { config.bool(forKey: $0) }
    }

    func number(_ setting: Setting, in range: ClosedRange<Int>) throws -> Int? {
        let number = try value(of: setting, "a whole number") { config.int(forKey: $0) }
        try require([number].compactMap(\.self), of: setting, in: range)
        return number
    }

    /// A setting that is one whole number or several.
    func numbers(_ setting: Setting, in range: ClosedRange<Int>) throws -> [Int]? {
        let numbers = try value(of: setting, "a whole number or a list of them") { key in
            config.intArray(forKey: key) ?? config.int(forKey: key).map { [$0] }
        }
        guard let numbers, !numbers.isEmpty else { return nil }
        try require(numbers, of: setting, in: range)
        return numbers
    }

    private func require(
        _ numbers: [Int],
        of setting: Setting,
        in range: ClosedRange<Int>
    ) throws {
        guard numbers.allSatisfy(range.contains) else {
            let bounds = "between \(range.lowerBound) and \(range.upperBound)"
            throw ValidationError("\(setting.key) must be \(bounds)")
        }
    }

    /// The value as `read` takes it; `nil` when there is none of whatever kind.
    private func value<Value>(
        of setting: Setting,
        _ rule: String,
        _ read: (ConfigKey) -> Value?
    ) throws -> Value? {
        let key = ConfigKey(setting.key)
        if let value = read(key) { return value }
        guard config.string(forKey: key) == nil, config.double(forKey: key) == nil,
            config.stringArray(forKey: key) == nil, config.doubleArray(forKey: key) == nil
        else { throw ValidationError("\(setting.key) must be \(rule)") }
        return nil
    }

    private static func provider(of path: String) async throws -> any ConfigProvider {
        do {
            return try await FileProvider<JSONSnapshot>(filePath: FilePath(path))
        } catch {
            throw ValidationError("config: \(path) cannot be read as a JSON object")
        }
    }

    private static func requireKnownKeys(in path: String) throws {
        guard let data = FileManager.default.contents(atPath: path),
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { throw ValidationError("config: \(path) cannot be read as a JSON object") }
        let known = Set(Setting.allCases.map(\.key)).subtracting([Setting.config.key])
        guard let unknown = object.keys.filter({ !known.contains($0) }).min() else { return }
        throw ValidationError("config: \(path) has \(unknown), which is no setting")
    }
}
