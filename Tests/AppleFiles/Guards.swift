import Foundation
import Programs

/// What `#if` asks for in the sources of the libraries for apps.
///
/// No flag of the compiler makes `os(iOS)` hold on Linux but another target, for which there is no
/// standard library here; and what only Linux has would be compiled in too. So a copy of the
/// sources is looked at, in which both are written out: `os(iOS)` as `true`, `canImport(Glibc)` as
/// `false`. A module of Apple's can be imported because a stub of it lies in the way.
enum Guards {
    /// What holds on Apple's systems, or on some of them.
    static let apple: Set<String> = [
        "canImport(AuthenticationServices)", "canImport(CoreLocation)", "canImport(Darwin)",
        "canImport(Network)", "canImport(Security)", "canImport(os)",
        "os(iOS)", "os(tvOS)", "os(visionOS)", "os(watchOS)",
    ]

    /// What holds on Linux alone.
    static let linux: Set<String> = [
        "canImport(AsyncHTTPClient)", "canImport(FoundationNetworking)", "canImport(Glibc)",
        "canImport(Musl)", "os(Linux)",
        // Says that a target of the tests has the file: see Tests/URLSessionOnLinux.
        "URL_SESSION_FOR_TESTS",
    ]

    /// The modules, each after those that it imports.
    static let stubs = [
        "Darwin", "Network", "os", "CoreLocation", "UIKit", "AuthenticationServices",
        "LocalAuthentication", "AppleCoreFoundation", "Security", "AppleFoundation",
    ]

    /// The single questions of a condition.
    static func questions(of condition: String) -> [String] {
        condition.matches(of: /\w+(?:\(\w+\))?/).map { String($0.output) }
    }

    /// Whether a condition holds on Apple's systems.
    static func holds(_ condition: String) -> Bool {
        questions(of: condition).contains(where: apple.contains)
    }

    /// A file as the compiler sees it on Apple's systems, line by line.
    ///
    /// `import Foundation` brings along there what Linux has elsewhere, or has not.
    static func appleView(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasSuffix("import Foundation"), !line.hasPrefix("//") {
                return "\(line); import AppleFoundation"
            }
            guard case .condition = Branch.Directive(line) else { return String(line) }
            var line = String(line)
            for question in linux where question.contains("(") {
                line.replace(question, with: "false")
            }
            for question in apple where question.hasPrefix("os(") {
                line.replace(question, with: "true")
            }
            return line
        }
    }
}
