/// A kind of calls by which a device could be recognised: Apple wants to know why a program makes
/// them.
///
/// From "Describing use of required reason API" (developer.apple.com, Bundle Resources, Privacy
/// manifest files), as it was known in 2025.
struct RequiredReason {
    /// Its name in a manifest.
    let category: String
    /// What belongs to it, as Swift calls it.
    let symbols: [String]
    /// The reasons that Apple accepts.
    let reasons: Set<String>

    /// The kinds that code makes use of.
    static func all(in texts: [String]) -> [RequiredReason] {
        let code = texts.flatMap { $0.split(separator: "\n") }.map(withoutComment)
        return known.filter { reason in
            reason.symbols.contains { symbol in code.contains { has(symbol, in: $0) } }
        }
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }

    /// Whether a line has a symbol as a word.
    private static func has(_ symbol: String, in line: Substring) -> Bool {
        line.ranges(of: symbol).contains { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            return ![before, after].contains { $0.map(isPartOfWord) ?? false }
        }
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static let known = [
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryFileTimestamp",
            symbols: [
                "creationDate", "modificationDate", "fileModificationDate", "creationDateKey",
                "contentModificationDate", "contentModificationDateKey", "stat", "fstat", "fstatat",
                "lstat", "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat",
            ],
            reasons: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]
        ),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategorySystemBootTime",
            symbols: ["systemUptime", "mach_absolute_time"],
            reasons: ["35F9.1", "8FFB.1", "3D61.1"]
        ),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryDiskSpace",
            symbols: [
                "volumeAvailableCapacity", "volumeAvailableCapacityKey",
                "volumeAvailableCapacityForImportantUsage",
                "volumeAvailableCapacityForImportantUsageKey",
                "volumeAvailableCapacityForOpportunisticUsage",
                "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacity",
                "volumeTotalCapacityKey", "systemFreeSize", "systemSize", "statfs", "statvfs",
                "fstatfs", "fstatvfs",
            ],
            reasons: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]
        ),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryActiveKeyboards",
            symbols: ["activeInputModes"],
            reasons: ["3EC4.1", "54BD.1"]
        ),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryUserDefaults",
            symbols: ["UserDefaults"],
            reasons: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]
        ),
    ]
}
