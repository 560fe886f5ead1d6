import Foundation
public import Logging

/// Writes each log record as one line of JSON to standard error, with secrets taken out.
public struct JSONLogHandler: LogHandler {
    /// The least level that is written.
    public var logLevel: Logger.Level
    /// What every line carries.
    public var metadata: Logger.Metadata {
        get { Dictionary(uniqueKeysWithValues: fields) }
        set { fields = newValue.map { ($0.key, $0.value) } }
    }

    // An array, because it is made faster: each request adds a field, and few write a line.
    private var fields: [(String, Logger.Metadata.Value)] = []
    private let label: String
    private let write: @Sendable (String) -> Void

    /// Makes a handler.
    ///
    /// `write`: Takes one line with its line break; standard error unless given.
    public init(
        label: String,
        level: Logger.Level,
        write: @escaping @Sendable (String) -> Void = Self.writeToStandardError
    ) {
        self.label = label
        self.logLevel = level
        self.write = write
    }

    /// What every line carries under a key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { fields.first { $0.0 == key }?.1 }
        set {
            if !fields.isEmpty { fields.removeAll { $0.0 == key } }
            if let newValue { fields.append((key, newValue)) }
        }
    }

    /// Writes one record.
    public func log(event: LogEvent) {
        let merged = metadata.merging(event.metadata ?? [:]) { _, new in new }
        var fields = [
            ("time", Date().ISO8601Format(.iso8601WithTimeZone(includingFractionalSeconds: true))),
            ("level", event.level.rawValue),
            ("label", label),
            ("message", Redaction.redacted("\(event.message)")),
        ]
        for (key, value) in merged.sorted(by: { $0.key < $1.key }) {
            fields.append((key, Redaction.redacted("\(value)", underKey: key)))
        }
        let members = fields.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }
        write("{\(members.joined(separator: ","))}\n")
    }

    /// Writes a line to standard error.
    public static func writeToStandardError(_ line: String) {
        // A log that takes nothing, on a full disk, must not end the program.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    /// The text as a JSON string; line breaks are escaped, so that no input can forge a line.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x2028 || scalar.value == 0x2029:
                quoted += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
