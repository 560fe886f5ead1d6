import Foundation
import Testing

/// What the libraries for apps tell Apple of themselves, which is checked before an app is out.
@Suite("Privacy manifests")
struct PrivacyTests {
    /// A manifest.
    private struct Manifest: Decodable {
        struct Collected: Decodable {
            let NSPrivacyCollectedDataType: String
            let NSPrivacyCollectedDataTypeLinked: Bool
            let NSPrivacyCollectedDataTypeTracking: Bool
            let NSPrivacyCollectedDataTypePurposes: [String]
        }

        struct Accessed: Decodable {
            let NSPrivacyAccessedAPIType: String
            let NSPrivacyAccessedAPITypeReasons: [String]
        }

        let NSPrivacyTracking: Bool
        let NSPrivacyTrackingDomains: [String]
        let NSPrivacyCollectedDataTypes: [Collected]
        let NSPrivacyAccessedAPITypes: [Accessed]

        init(of module: String) throws {
            let text = try Sources.text("Sources/\(module)/PrivacyInfo.xcprivacy")
            self = try PropertyListDecoder().decode(Manifest.self, from: Data(text.utf8))
        }
    }

    @Test(
        "name each kind of call that Apple wants a reason for, and no other",
        arguments: Sources.modules
    )
    func calls(module: String) throws {
        let manifest = try Manifest(of: module)
        let told = manifest.NSPrivacyAccessedAPITypes.map(\.NSPrivacyAccessedAPIType)
        let used = try RequiredReason.all(in: Sources(module).files.map(\.text))
        #expect(Set(told) == Set(used.map(\.category)))
        #expect(Set(told).count == told.count)
        for call in manifest.NSPrivacyAccessedAPITypes {
            let reason = used.first { $0.category == call.NSPrivacyAccessedAPIType }
            let allowed = try #require(reason).reasons
            #expect(!call.NSPrivacyAccessedAPITypeReasons.isEmpty)
            #expect(call.NSPrivacyAccessedAPITypeReasons.allSatisfy { allowed.contains($0) })
        }
    }

    @Test("say that nobody is tracked, and what is sent is for the app", arguments: Sources.modules)
    func tracking(module: String) throws {
        let manifest = try Manifest(of: module)
        #expect(!manifest.NSPrivacyTracking)
        #expect(manifest.NSPrivacyTrackingDomains.isEmpty)
        let kinds = manifest.NSPrivacyCollectedDataTypes
        #expect(Set(kinds.map(\.NSPrivacyCollectedDataType)).count == kinds.count)
        for kind in kinds {
            #expect(kind.NSPrivacyCollectedDataTypeLinked)
            #expect(!kind.NSPrivacyCollectedDataTypeTracking)
            #expect(
                kind.NSPrivacyCollectedDataTypePurposes == [
                    "NSPrivacyCollectedDataTypePurposeAppFunctionality"
                ]
            )
        }
    }

    @Test("name what PurserKit sends to the app's server")
    func collected() throws {
        let kinds = try Manifest(of: "PurserKit").NSPrivacyCollectedDataTypes
        let names = Set(kinds.map(\.NSPrivacyCollectedDataType))
        for kind in ["Name", "EmailAddress", "PreciseLocation", "OtherFinancialInfo"] {
            #expect(names.contains("NSPrivacyCollectedDataType\(kind)"))
        }
    }

    @Test("are part of the libraries that are built", arguments: Sources.modules)
    func packed(module: String) throws {
        let package = try Sources.text("Package.swift")
        let start = try #require(package.range(of: "floor(\n            \"\(module)\","))
        let rest = package[start.upperBound...].prefix(1_500)
        let declaration = rest.prefix(upTo: rest.range(of: "floor(")?.lowerBound ?? rest.endIndex)
        #expect(declaration.contains("resources: privacy"))
        #expect(package.contains(#"[.copy("PrivacyInfo.xcprivacy")]"#))
    }

    @Test(
        "know the calls wherever code has them",
        arguments: [
            ("guard fstat(descriptor, &status) == 0", "FileTimestamp"),
            ("let size = attributes[.systemFreeSize]", "DiskSpace"),
            ("ProcessInfo.processInfo.systemUptime", "SystemBootTime"),
            ("UserDefaults.standard", "UserDefaults"), ("// UserDefaults", nil),
            ("ContinuousClock.now", nil), ("state(of: file)", nil), ("fstatus(file)", nil),
        ]
    )
    func samples(text: String, category: String?) {
        let found = RequiredReason.all(in: [text]).map(\.category)
        #expect(found == (category.map { ["NSPrivacyAccessedAPICategory\($0)"] } ?? []))
    }
}
