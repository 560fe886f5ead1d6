/// The floors of the house, and what each may import.
enum Floors {
    /// What each floor may import of the others, as the manifest says; a floor that is not there
    /// does not exist.
    static let imports: [String: Set<String>] = {
        let declared = Tree.file("Package.swift").map { Manifest($0.text).floors } ?? [:]
        // A system library of C is imported by who stands on it, and is no floor.
        return declared.mapValues { $0.intersection(declared.keys) }
    }()

    /// The floors that may import what comes from outside.
    static let outside: [String: Set<String>] = [
        "ArgumentParser": ["purser"],
        "AsyncHTTPClient": ["Providers", "PurserKit"],
        "CData": ["Catalogue", "Guardian", "Insights", "Rewards"],
        "CLibPQ": ["PostgresDriver"],
        "CLibXML2": ["Banking"],
        "Configuration": ["purser"],
        "CSodium": ["Providers"],
        "CSQLite": ["SQLiteDriver"],
        "CZlib": ["Server"],
        "GRDB": ["PurserKitStore"],
        "Hummingbird": ["Server", "PurserTesting"],
        "HummingbirdCore": ["Server"],
        "HummingbirdHTTP2": ["Server"],
        "HummingbirdTLS": ["Server"],
        "JWTKit": ["Providers"],
        "Mustache": ["Web"],
        "NIOCore": ["Providers", "Server", "PurserKit", "PurserTesting"],
        "NIOEmbedded": ["PurserTesting"],
        "NIOHTTP1": ["Providers", "Server", "PurserKit"],
        "NIOHTTP2": ["Server"],
        "NIOHTTPTypes": ["Server"],
        "NIOHTTPTypesHTTP2": ["Server"],
        "NIOPosix": ["Server", "PurserKit"],
        "NIOSSL": ["Providers", "Server", "PurserKit"],
        "HTTPTypes": ["Server", "PurserTesting"],
        "ServiceLifecycle": ["Server", "purser"],
        "SystemPackage": ["purser"],
        "UnixSignals": ["purser"],
        "Metrics": ["Providers", "Server"],
        "Tracing": ["Providers", "Server"],
        // Vocabulary, not machinery: many floors may speak it.
        "Collections": [
            "SQLiteDriver", "PostgresDriver", "Store", "Providers", "Operations", "Server",
        ],
        "DequeModule": ["SQLiteDriver", "PostgresDriver", "Providers", "Server"],
        "OrderedCollections": ["Store", "Operations"],
        "CryptoExtras": ["Providers"],
        "Crypto": [
            "Ledger", "Insights", "SQL", "Providers", "Operations", "Server", "PurserKit",
        ],
        "Logging": ["Operations", "Server", "PurserKit", "PurserTesting", "purser"],
    ]

    /// What comes with the toolchain and the system.
    static let system: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Synchronization", "Dispatch",
        "Glibc", "Musl", "Darwin", "Swift", "Security", "LocalAuthentication",
        "AuthenticationServices", "CoreLocation", "Network", "Observation", "os",
    ]

    /// The floor a path of `Sources` lies on; `nil` for a path outside of it.
    static func floor(of path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 2, parts[0] == "Sources" else { return nil }
        return parts[1] == "Domain" ? parts[2] : parts[1]
    }

    /// The modules that a file imports, each with its line.
    static func modules(in file: SourceFile) -> [(line: Int, module: String)] {
        let statement =
            #/
            ^\s*(?:@\w+(?:\(.*\))?\s+)*(?:\w+\s+)?import\s+
            (?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)
            /#
        return file.code.numberedLines.compactMap { number, line in
            guard line.contains("import") else { return nil }
            return line.firstMatch(of: statement).map { (number, String($0.1)) }
        }
    }

    /// What is wrong with the imports of a file.
    static func faults(in file: SourceFile) -> [String] {
        // What a tutorial shows is an app's code, and is not compiled with the floor.
        if file.path.contains(".docc/") { return [] }
        guard let floor = floor(of: file.path), let allowed = imports[floor] else {
            return ["\(file.path) lies on no floor"]
        }
        return modules(in: file).compactMap { line, module in
            let isAllowed =
                // A floor's own files, where a target of the tests has them too.
                module == floor || system.contains(module) || allowed.contains(module)
                || outside[module]?.contains(floor) ?? false
            return isAllowed ? nil : "\(file.path):\(line): \(floor) imports \(module)"
        }
    }
}
