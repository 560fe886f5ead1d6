public import Contract
import Hummingbird
import HummingbirdCore
public import Kernel
public import Logging
import NIOCore
public import Operations
public import Providers
public import ServiceLifecycle
public import Tracing
import Web

/// The server: every endpoint on every port, and the services around them.
public struct PurserServer: Sendable {
    /// What the server stands on.
    public struct Dependencies: Sendable {
        /// Everything Purser can do.
        public var operations: Operations
        /// The key under which inputs are hashed for Idempotency-Keys.
        public var idempotencyKey: Secret
        /// Reads the key file anew, for keys that are changed while the server runs.
        public var keyFile: (@Sendable () throws -> KeyFile)?
        /// Where new ids come from.
        public var ids: any IDSource
        /// What time it is.
        public var now: @Sendable () -> Timestamp
        /// Where log lines go.
        public var logger: Logger

        /// Gathers what the server stands on.
        public init(
            operations: Operations,
            idempotencyKey: Secret,
            keyFile: (@Sendable () throws -> KeyFile)? = nil,
            ids: any IDSource = SystemIDs(),
            now: @escaping @Sendable () -> Timestamp = SystemTime.now,
            logger: Logger
        ) {
            self.operations = operations
            self.idempotencyKey = idempotencyKey
            self.keyFile = keyFile
            self.ids = ids
            self.now = now
            self.logger = logger
        }
    }

    /// Answers requests, without a socket.
    public let responder: AnyMethod
    /// What is counted.
    public let metrics: PrometheusRegistry

    /// What request bodies take.
    let bodies: BodyBudget

    /// Bank files between their preview and their import.
    let heldFiles: HeldFiles

    private let settings: ServerSettings
    private let dependencies: Dependencies

    /// Mounts every declared endpoint.
    ///
    /// `metrics`: Counts requests, and is what `/metrics` shows.
    /// `tracer`: Has a span for each request; `nil` where spans would go nowhere.
    /// `additional`: Serves endpoints that are not declared; for benchmarks.
    /// Throws ``MountError`` when a declared endpoint is not served.
    public init(
        _ dependencies: Dependencies,
        settings: ServerSettings,
        declared: [any EndpointDeclaration] = API.all,
        metrics: PrometheusRegistry = PrometheusRegistry(),
        tracer: (any Tracer)? = Tracers.inUse,
        additional: (inout Mount) -> Void = { _ in }
    ) throws {
        let router = Router(context: PurserContext.self, options: .autoGenerateHeadEndpoints)
        let cors = CORS(origins: Set(settings.corsOrigins))
        let proxies = TrustedProxies(settings.trustedProxies)
        router.add(
            middleware: Envelope(
                cors: cors,
                isTLS: settings.tlsCertificate != nil,
                proxies: proxies
            )
        )
        if let tracer { router.add(middleware: RequestSpans(tracer: tracer)) }
        router.add(middleware: BrowserEntrance())
        let services = PipelineServices(
            operations: dependencies.operations,
            rateLimiter: RateLimiter(
                perSecond: settings.requestsPerSecond,
                burst: settings.requestBurst
            ),
            bodies: BodyBudget(settings.bodiesBytes),
            idempotencyKey: dependencies.idempotencyKey,
            ids: dependencies.ids,
            now: dependencies.now,
            eventPoll: settings.intervals.eventPoll
        )
        var mount = Mount(on: router, services, metrics)
        let operatorToken = settings.operatorToken.map { OperatorToken($0) }
        mount.serveAll(dependencies.operations, operatorToken)
        additional(&mount)
        try mount.requireAll(declared)
        mount.addRoutes()
        mount.refuseOtherMethods(
            Dictionary(declared.map { ($0.path, $0.surface) }) { first, _ in first }
        )
        let map = settings.mapLibrary(dependencies.logger)
        PlainRoutes(
            services: services,
            metrics: metrics,
            operatorToken: operatorToken,
            files: WebApp.files + (map?.files ?? [])
        ).add(to: router)
        WebRoutes(services, mount.pageCalls, settings, map, metrics).add(to: router)
        AuthorizeRoute(services, settings, metrics).add(to: router)
        OAuthTokenRoute(services, metrics).add(to: router)
        WellKnownRoutes(services: services).add(to: router)
        self.responder = AnyMethod(router.buildResponder())
        self.metrics = metrics
        bodies = services.bodies
        heldFiles = services.heldFiles
        self.settings = settings
        self.dependencies = dependencies
    }

    /// The services to run, in the order of starting; they end in the opposite order, so that the
    /// database closes when nothing uses it any more.
    ///
    /// `onRunning`: Called with the port, once for each port that is listened on.
    /// Throws ``StartError`` when a certificate or key file cannot be used.
    public func services(
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> [any Service] {
        let channels = try ChannelBuilder(settings)
        let listeners = settings.ports.map { port in
            Listener(
                application: Application(
                    responder: responder,
                    server: channels.builder,
                    configuration: ApplicationConfiguration(
                        address: .hostname(settings.host, port: port),
                        availableConnectionsDelegate: MaximumAvailableConnections(
                            Limits.connections
                        )
                    ),
                    onServerRunning: { channel in
                        await onRunning(channel.localAddress?.port ?? port)
                    },
                    logger: dependencies.logger
                ),
                address: "\(settings.host):\(port)"
            )
        }
        let database = DatabaseService(database: dependencies.operations.database)
        let intervals = settings.intervals
        let recurring: [any Service] = [
            dependencies.housekeeping(every: intervals.housekeeping),
            dependencies.reconciliation(every: intervals.reconciliation),
            dependencies.payouts(every: intervals.payouts),
            dependencies.policyChanges(every: intervals.policyChanges),
            dependencies.bankSyncs(every: intervals.bankSyncs),
            dependencies.imports(every: intervals.imports),
            dependencies.deliveries(every: intervals.notifications),
            dependencies.summaries(every: intervals.summaries),
            dependencies.keyWatch(every: intervals.keyFile),
            forgettingFiles(every: intervals.heldFiles),
        ]
        return [database] + recurring + listeners
    }

    /// Gives back files whose import nobody asks for any more.
    private func forgettingFiles(every interval: Duration) -> Recurring {
        Recurring(pause: interval) { [heldFiles, now = dependencies.now] in
            heldFiles.forgetOld(now: now())
        }
    }
}
