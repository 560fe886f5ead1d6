// swift-tools-version: 6.2

import PackageDescription

/// Every target is built the same way: Swift 6 mode, imports as narrow as they can be, no warnings.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// How tests are built: without the optimizer, which takes longer than they then run less, and in one
/// pass, because nobody waits for their modules: a second one took a quarter of the time.
let strictTests = strict + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// One floor of the house: what it may import is exactly what is listed here.
func floor(
    _ name: String,
    path: String? = nil,
    _ dependencies: [Target.Dependency],
    resources: [Resource]? = nil
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/\(path ?? name)",
        resources: resources,
        swiftSettings: strict
    )
}

/// The tests of one floor.
func tests(
    _ name: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies,
        path: "Tests/\(name)",
        exclude: exclude,
        swiftSettings: strictTests
    )
}

/// A program whose release carries Swift's own libraries: it runs where no toolchain is.
///
/// That is a matter of linking alone, so programs and tests stand on the same objects. No test
/// target depends on a program, because the tests would be linked in the same way then.
func program(_ name: String, path: String, _ dependencies: [Target.Dependency]) -> Target {
    // What Foundation's static library leaves to whoever links it.
    let foundation = [
        "Foundation", "CoreFoundation", "_CFURLSessionInterface",
        "FoundationInternationalization", "FoundationEssentials", "_FoundationCollections",
        "_FoundationCShims", "_FoundationICU",
    ]
    return .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        swiftSettings: strict,
        linkerSettings: [
            .unsafeFlags(
                ["-static-stdlib"] + foundation.map { "-l\($0)" },
                .when(platforms: [.linux], configuration: .release)
            )
        ]
    )
}

let asyncHTTPClient = Target.Dependency.product(
    name: "AsyncHTTPClient",
    package: "async-http-client"
)
let collections = Target.Dependency.product(name: "Collections", package: "swift-collections")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let tracing = Target.Dependency.product(
    name: "Tracing",
    package: "swift-distributed-tracing"
)

/// What a library tells Apple of the data that an app with it sends, and of the calls it makes.
let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]

/// A product that only Linux needs.
func onLinux(_ name: String, package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(platforms: [.linux]))
}

let package = Package(
    name: "purser",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "purser", targets: ["purser"]),
        .library(name: "PurserKit", targets: ["PurserKit"]),
        .library(name: "PurserKitStore", targets: ["PurserKitStore"]),
        .library(name: "PurserTesting", targets: ["PurserTesting"]),
        .executable(name: "quickstart", targets: ["quickstart"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        floor("Kernel", []),
        floor("Contract", ["Kernel"]),

        .target(name: "CData", path: "Sources/CData"),
        floor("Catalogue", path: "Domain/Catalogue", ["Kernel", "CData"]),
        floor("Ledger", path: "Domain/Ledger", ["Kernel", crypto]),
        floor("Guardian", path: "Domain/Guardian", ["Kernel", "Ledger", "Catalogue", "CData"]),
        floor(
            "GuardianTraining",
            path: "Domain/GuardianTraining",
            ["Kernel", "Catalogue", "Guardian"]
        ),
        floor("Allowance", path: "Domain/Allowance", ["Kernel"]),
        floor("Rewards", path: "Domain/Rewards", ["Kernel", "Catalogue", "CData"]),
        .systemLibrary(
            name: "CLibXML2",
            path: "Sources/CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        floor("Banking", path: "Domain/Banking", ["Kernel", "Ledger", "Catalogue", "CLibXML2"]),
        floor(
            "Insights",
            path: "Domain/Insights",
            ["Kernel", "Ledger", "Catalogue", "CData", crypto]
        ),

        floor("SQL", ["Kernel", crypto]),
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        floor("SQLiteDriver", ["Kernel", "SQL", "CSQLite", collections]),
        .systemLibrary(
            name: "CLibPQ",
            path: "Sources/CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]
        ),
        floor("PostgresDriver", ["Kernel", "SQL", "CLibPQ", collections]),
        floor(
            "Store",
            [
                "Kernel", "SQL", "Catalogue", "Ledger", "Guardian", "Allowance", "Banking",
                "Rewards", collections,
            ],
            resources: [
                .embedInCode("Migrations/m0001_foundations.sql"),
                .embedInCode("Migrations/m0002_guardian.sql"),
                .embedInCode("Migrations/m0003_scoring.sql"),
                .embedInCode("Migrations/m0004_analytics.sql"),
                .embedInCode("Migrations/m0005_charges.sql"),
                .embedInCode("Migrations/m0006_approvals.sql"),
                .embedInCode("Migrations/m0007_allowance.sql"),
                .embedInCode("Migrations/m0008_identity.sql"),
                .embedInCode("Migrations/m0009_lapsed_sessions.sql"),
                .embedInCode("Migrations/m0010_time_zones.sql"),
                .embedInCode("Migrations/m0011_fences_by_place.sql"),
                .embedInCode("Migrations/m0012_ends_of_sessions.sql"),
                .embedInCode("Migrations/m0014_bounded_reads.sql"),
                .embedInCode("Migrations/m0015_matching.sql"),
                .embedInCode("Migrations/m0016_entries.sql"),
                .embedInCode("Migrations/m0017_bank_records.sql"),
                .embedInCode("Migrations/m0018_notifications.sql"),
                .embedInCode("Migrations/m0019_highlights.sql"),
                .embedInCode("Migrations/m0020_search.sql"),
                .embedInCode("Migrations/m0021_conversations.sql"),
                .embedInCode("Migrations/m0022_rewards.sql"),
                .embedInCode("Migrations/m0023_reward_messages.sql"),
                .embedInCode("Migrations/m0024_reward_spending.sql"),
                .embedInCode("Migrations/m0025_point_values.sql"),
                .embedInCode("Migrations/m0026_policies.sql"),
                .embedInCode("Migrations/m0027_policy_sums.sql"),
                .embedInCode("Migrations/m0028_decisions_of_member.sql"),
                .embedInCode("Migrations/m0029_sync.sql"),
                .embedInCode("Migrations/m0030_match_by_id.sql"),
                .embedInCode("Migrations/m0031_transaction_edits.sql"),
            ]
        ),

        .systemLibrary(
            name: "CSodium",
            path: "Sources/CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]
        ),
        floor(
            "Providers",
            [
                "Kernel", "CSodium", asyncHTTPClient, collections, crypto, cryptoExtras, metrics,
                nioCore, nioHTTP1, nioSSL, tracing,
            ]
        ),
        floor(
            "Operations",
            [
                "Kernel", "Contract", "SQL", "Store", "Providers", "Catalogue", "Ledger",
                "Guardian", "Allowance", "Banking", "Rewards", "Insights",
                collections, crypto, logging,
            ]
        ),

        floor("OpenAPI", ["Kernel", "Contract"]),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        floor(
            "Web",
            [
                "Kernel", "Contract",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [
                .embedInCode("Allowance/family.mustache"),
                .embedInCode("Allowance/family-child.mustache"),
                .embedInCode("Allowance/family-chores.mustache"),
                .embedInCode("Allowance/family-own.mustache"),
                .embedInCode("Allowance/family-past.mustache"),
                .embedInCode("Allowance/family-waiting.mustache"),
                .embedInCode("Allowance/goals.mustache"),
                .embedInCode("Allowance/wallet-history.mustache"),
                .embedInCode("Guardian/buy.mustache"),
                .embedInCode("Guardian/approval.mustache"),
                .embedInCode("Guardian/own-purchases.mustache"),
                .embedInCode("Banking/import.mustache"),
                .embedInCode("Banking/import-preview.mustache"),
                .embedInCode("Banking/import-status.mustache"),
                .embedInCode("Components/amount.mustache"),
                .embedInCode("Components/bars.mustache"),
                .embedInCode("Components/button.mustache"),
                .embedInCode("Components/chart.mustache"),
                .embedInCode("Components/chips.mustache"),
                .embedInCode("Components/components.mustache"),
                .embedInCode("Components/dialog.mustache"),
                .embedInCode("Components/empty-state.mustache"),
                .embedInCode("Components/entry.mustache"),
                .embedInCode("Components/field-state.mustache"),
                .embedInCode("Components/form.mustache"),
                .embedInCode("Components/meter.mustache"),
                .embedInCode("Components/notice.mustache"),
                .embedInCode("Components/table.mustache"),
                .embedInCode("Components/tag.mustache"),
                .embedInCode("Components/toast.mustache"),
                .embedInCode("Guardian/trace.mustache"),
                .embedInCode("Guardian/Policies/policies.mustache"),
                .embedInCode("Guardian/Policies/policy.mustache"),
                .embedInCode("Guardian/Policies/policy-form.mustache"),
                .embedInCode("Guardian/Policies/policy-part.mustache"),
                .embedInCode("Guardian/Policies/policy-pending.mustache"),
                .embedInCode("Guardian/Policies/policy-shadow.mustache"),
                .embedInCode("Guardian/Policies/policy-trial.mustache"),
                .embedInCode("Guardian/checks.mustache"),
                .embedInCode("Guardian/decision.mustache"),
                .embedInCode("Guardian/decision-lines.mustache"),
                .embedInCode("Guardian/decisions.mustache"),
                .embedInCode("Guardian/limit.mustache"),
                .embedInCode("Guardian/places.mustache"),
                .embedInCode("Guardian/rules.mustache"),
                .embedInCode("Frame/frame.mustache"),
                .embedInCode("Frame/message.mustache"),
                .embedInCode("Identity/sign-in.mustache"),
                .embedInCode("Identity/join.mustache"),
                .embedInCode("Insights/ask.mustache"),
                .embedInCode("Insights/today.mustache"),
                .embedInCode("Insights/transactions.mustache"),
                .embedInCode("Components/action-form.mustache"),
                .embedInCode("Components/text-field.mustache"),
                .embedInCode("Components/tick.mustache"),
                .embedInCode("Frame/more.mustache"),
                .embedInCode("Settings/settings.mustache"),
                .embedInCode("Settings/settings-accounts.mustache"),
                .embedInCode("Settings/settings-data.mustache"),
                .embedInCode("Settings/settings-household.mustache"),
                .embedInCode("Settings/settings-notifications.mustache"),
                .embedInCode("Settings/settings-sessions.mustache"),
                .embedInCode("Settings/settings-sign-in.mustache"),
                .embedInCode("Insights/found.mustache"),
                .embedInCode("Insights/open-transaction.mustache"),
                .embedInCode("Insights/transaction-line.mustache"),
                .embedInCode("Insights/search-form.mustache"),
                .embedInCode("Rewards/add-card.mustache"),
                .embedInCode("Rewards/card-offer.mustache"),
                .embedInCode("Rewards/cards.mustache"),
                .embedInCode("Rewards/missed-rewards.mustache"),
                .embedInCode("Rewards/wallet-card.mustache"),
                .embedInCode("Rewards/which-card.mustache"),
                .embedInCode("Components/gauge.mustache"),
                .embedInCode("app.js"), .embedInCode("ask.js"), .embedInCode("icons.svg"),
                .embedInCode("here.js"),
                .embedInCode("import.js"), .embedInCode("live.js"), .embedInCode("map.css"),
                .embedInCode("map.js"), .embedInCode("passkeys.js"), .embedInCode("purser.css"),
                .embedInCode("sign-in.css"), .embedInCode("tokens.css"),
                .embedInCode("worker.js"),
            ]
        ),
        floor(
            "Server",
            [
                "Kernel", "Contract", "SQL", "Providers", "Operations", "OpenAPI", "Web", "CZlib",
                collections, crypto, hummingbird, logging, metrics, tracing,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        floor(
            "PurserKit",
            [
                "Kernel", "Contract", "Catalogue", "Ledger", "Guardian", "Allowance", "Rewards",
                crypto, logging,
                // On Apple's platforms URLSession carries the calls.
                onLinux("AsyncHTTPClient", package: "async-http-client"),
                onLinux("NIOCore", package: "swift-nio"),
                onLinux("NIOHTTP1", package: "swift-nio"),
                onLinux("NIOPosix", package: "swift-nio"),
                onLinux("NIOSSL", package: "swift-nio-ssl"),
            ],
            resources: privacy
        ),
        floor(
            "PurserKitStore",
            ["Kernel", "Contract", "PurserKit", .product(name: "GRDB", package: "GRDB.swift")],
            resources: privacy
        ),
        floor(
            "PurserTesting",
            [
                "Kernel", "Contract", "SQL", "SQLiteDriver", "Store", "Providers", "Operations",
                "Server", "PurserKit", hummingbird, logging, nioCore,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
        program("quickstart", path: "Examples/quickstart", ["PurserKit"]),
        program(
            "purser-bench",
            path: "Benchmarks/PurserBench",
            [
                "Kernel", "Contract", "SQL", "SQLiteDriver", "PostgresDriver", "Store", "Providers",
                "Operations", "Server", "Ledger", "Catalogue", "Guardian", "Allowance", "Rewards",
                "PurserKit", "PurserKitStore", "PurserTesting", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        program(
            "purser",
            path: "Sources/purser",
            [
                "Kernel", "Contract", "SQL", "SQLiteDriver", "PostgresDriver", "Store", "Providers",
                "Operations", "OpenAPI", "Server", "Ledger", "Guardian", "GuardianTraining",
                "Insights", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),

        // Tests never start a program by Foundation's `Process`: see Tests/Programs/Child.swift.
        .target(name: "CSpawn", path: "Tests/CSpawn"),
        .target(
            name: "Programs",
            dependencies: ["CSpawn"],
            path: "Tests/Programs",
            swiftSettings: strictTests
        ),
        // Policies as the contract has them, by reading all history for every question.
        .target(name: "NaivePolicies", path: "Tests/NaivePolicies", swiftSettings: strictTests),
        .target(
            name: "Testbed",
            dependencies: [
                "Kernel", "Contract", "Ledger", "SQL", "SQLiteDriver", "PostgresDriver", "CLibPQ",
                "Store", "Providers", "Operations", "Server", "PurserKit", "PurserTesting",
                "Programs", "Simulation",
                crypto, cryptoExtras, hummingbird, logging, nioCore,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/Testbed",
            swiftSettings: strictTests
        ),
        // PurserKit's own files, for the tests of what only Apple's systems carry calls by.
        .target(
            name: "URLSessionOnLinux",
            dependencies: ["Contract", "PurserKit"],
            path: "Tests/URLSessionOnLinux",
            swiftSettings: strict + [.define("URL_SESSION_FOR_TESTS", .when(platforms: [.linux]))]
        ),
        tests("Readme", ["Programs"]),
        tests("OAuthPeer", ["Programs"], exclude: ["authlib_client.py"]),
        tests("PlaidPeer", ["Programs"], exclude: ["plaid_client.py"]),
        tests("SyncPeer", ["Programs"], exclude: ["sync_client.py"]),
        tests(
            "HledgerPeer",
            [
                "Kernel", "Contract", "Ledger", "SQL", "Store", "Operations", "PurserKit",
                "Simulation", "Testbed", "Programs",
            ]
        ),
        tests(
            "SchemathesisPeer",
            ["Programs"],
            exclude: ["schemathesis_hooks.py", "schemathesis_peer.py"]
        ),
        tests(
            "Browser",
            ["Programs"],
            exclude: [
                "ask_pages.py", "browser.py", "card_pages.py", "family_pages.py",
                "import_pages.py", "interruptions.py", "live_pages.py", "map_pages.py", "pages.py",
                "passkeys.py", "policy_pages.py", "rules_pages.py", "settings_pages.py",
                "sign_in_page.py", "sign_in_pages.py", "web_app.py",
            ]
        ),
        tests("Kernel", ["Kernel"]),
        tests("Contract", ["Kernel", "Contract"], exclude: ["Golden"]),
        tests(
            "OpenAPI",
            ["Kernel", "Contract", "OpenAPI", "Programs"],
            exclude: ["check_document.py"]
        ),
        tests("Catalogue", ["Kernel", "Catalogue"]),
        tests(
            "Providers",
            [
                "Kernel", "Contract", "Providers", "Operations", "Programs", "PurserKit", "Server",
                "Testbed", asyncHTTPClient, crypto, hummingbird, nioCore, nioSSL, tracing,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Instrumentation", package: "swift-distributed-tracing"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Issuers/cognito.py", "Issuers/django_provider.py"]
        ),
        tests("PostgresDriver", ["Kernel", "SQL", "PostgresDriver", "Programs"]),
        tests("SQL", ["Kernel", "SQL", "Testbed"]),
        tests(
            "Web",
            ["Kernel", "Contract", "Web", .product(name: "Mustache", package: "swift-mustache")]
        ),
        tests("SQLiteDriver", ["Kernel", "SQL", "SQLiteDriver", "CSQLite", "Testbed"]),
        tests("Ledger", ["Kernel", "Ledger"]),
        tests(
            "Guardian",
            ["Kernel", "Ledger", "Guardian", "GuardianTraining", "NaivePolicies"]
        ),
        tests("Allowance", ["Kernel", "Allowance"]),
        tests(
            "Rewards",
            ["Kernel", "Catalogue", "Rewards"],
            exclude: ["Sentences/sentences.jsonl", "Sentences/unseen.jsonl"]
        ),
        tests("Banking", ["Kernel", "Ledger", "Banking"]),
        tests(
            "Insights",
            ["Kernel", "Ledger", "Catalogue", "Insights"],
            exclude: [
                "Answers/question_table.py", "Answers/questions.jsonl", "Search/reference.json",
            ]
        ),
        tests(
            "Store",
            ["Kernel", "Ledger", "Guardian", "Rewards", "SQL", "Store", "Testbed"]
        ),
        tests(
            "Operations",
            [
                "Kernel", "Contract", "Catalogue", "Ledger", "Guardian", "Allowance", "Rewards",
                "Insights", "SQL", "Store", "Providers", "Operations", "PurserKit", "Simulation",
                "Testbed", "NaivePolicies",
            ]
        ),
        tests(
            "PurserKitStore",
            [
                "Kernel", "Contract", "SQL", "SQLiteDriver", "Operations", "PurserKit",
                "PurserKitStore", "Testbed", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        tests(
            "PurserKit",
            [
                "Kernel", "Contract", "Catalogue", "Guardian", "SQL", "Providers", "Operations",
                "Server", "PurserKit", "PurserKitStore", "PurserTesting", "Testbed", "Programs",
                logging, nioCore,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .target(name: "URLSessionOnLinux", condition: .when(platforms: [.linux])),
            ]
        ),
        // What the tests of the server's own parts, of its rooms and of its pages share. They are three
        // modules because one of them alone takes a core for minutes.
        .target(
            name: "ServerTestbed",
            dependencies: [
                "Kernel", "Contract", "Ledger", "SQL", "Store", "Providers", "Operations", "Server",
                "PurserKit", "Testbed",
            ],
            path: "Tests/ServerTestbed",
            swiftSettings: strictTests
        ),
        tests(
            "Server",
            [
                "Kernel", "Contract", "Ledger", "SQL", "Store", "Providers", "Operations",
                "Guardian", "Server", "PurserKit", "Programs", "Testbed", "ServerTestbed",
                hummingbird, logging, metrics,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
        tests(
            "Rooms",
            [
                "Kernel", "Contract", "Catalogue", "Ledger", "Guardian", "Insights", "SQL", "Store",
                "Providers", "Operations", "Server", "PurserKit", "Testbed", "ServerTestbed",
                crypto,
            ]
        ),
        tests(
            "Pages",
            [
                "Kernel", "Contract", "Ledger", "SQL", "Store", "Providers", "Operations", "Server",
                "CZlib", "PurserKit", "Testbed", "ServerTestbed", hummingbird,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
        tests(
            "Faults",
            [
                "Kernel", "SQL", "SQLiteDriver", "PostgresDriver", "Programs", "Testbed",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "Simulation",
            dependencies: [
                "Kernel", "Contract", "Ledger", "SQL", "SQLiteDriver", "PostgresDriver", "Store",
                "Providers", "Operations", "Guardian", "Programs", crypto,
            ],
            path: "Tests/Simulation",
            exclude: ["seeds.txt"],
            swiftSettings: strict
        ),
        program(
            "purser-simulate",
            path: "Tests/Simulate",
            [
                "Simulation", "SQL", "PostgresDriver",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        tests(
            "SimulationRuns",
            [
                "Kernel", "Ledger", "SQL", "Store", "Simulation", "Programs", "Testbed",
            ]
        ),
        // Reads Tests/AppleStubs, which no target of SwiftPM has: see Tests/AppleFiles/Guards.swift.
        tests("AppleFiles", ["Programs"]),
        tests("Tidy", []),
        tests("Scripts", ["Programs"], exclude: ["test_counting.py", "test_testing.py"]),
    ]
)
