import Foundation

/// Where a program keeps what is its own, when nobody names a place.
///
/// On Apple's systems that is `Application Support` in the app's container, on Linux what
/// `XDG_DATA_HOME` names, else `~/.local/share`. Each program and each server has a folder there.
package enum AppFolder {
    /// The folder of a server, which may not be there yet.
    package static func path(of server: String) -> String {
        let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return root.appending(path: "purser/\(program)/\(server)").path
    }

    /// A server's address as the name of a folder or an item: what waits for a staging server is
    /// not for another one, though a copy of its members be there.
    package static func name(of baseURL: String) -> String {
        baseURL.split { ":/".contains($0) }.joined(separator: "_")
    }

    private static var root: URL {
        #if os(Linux)
        let variables = ProcessInfo.processInfo.environment
        // Relative ones are not to be heeded (XDG Base Directory Specification, 0.8).
        if let named = variables["XDG_DATA_HOME"], named.hasPrefix("/") {
            return URL(filePath: named)
        }
        return URL(filePath: NSHomeDirectory()).appending(path: ".local/share")
        #else
        return URL.applicationSupportDirectory
        #endif
    }
}
