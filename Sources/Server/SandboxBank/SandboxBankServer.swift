import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Kernel
public import Logging
import NIOCore
public import Providers
public import ServiceLifecycle

/// A sandbox bank that speaks Plaid's wire over HTTP, to this machine alone.
public struct SandboxBankServer: Sendable {
    /// The longest body of a call, in bytes.
    public static let bodyBytes = 65_536

    private let bank: RunningBank
    private let port: Int
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let webhooks: AsyncStream<SandboxWebhook>
    private let outgoing: AsyncStream<SandboxWebhook>.Continuation

    /// Puts a bank behind a port of the loopback address; 0 takes any that is free.
    public init(
        _ bank: SandboxBank,
        port: Int,
        now: @escaping @Sendable () -> Timestamp = SystemTime.now,
        logger: Logger
    ) {
        self.bank = RunningBank(bank)
        self.port = port
        self.now = now
        self.logger = logger
        (webhooks, outgoing) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(SandboxBank.webhooksMost)
        )
    }

    /// Has the bank do something between two calls.
    public func with<R: Sendable>(_ work: (inout SandboxBank) -> R) -> R {
        bank.with(work)
    }

    /// The services to run: what sends webhooks, and what listens.
    ///
    /// `onRunning`: Called with the port.
    /// Throws ``StartError``.
    public func services(
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> [any Service] {
        var settings = ServerSettings()
        settings.ports = [port]
        let router = Router(context: PurserContext.self)
        router.post("**") { request, _ in await respond(to: request) }
        let channels = try ChannelBuilder(settings)
        let host = settings.host
        let listener = Listener(
            application: Application(
                responder: AnyMethod(router.buildResponder()),
                server: channels.builder,
                configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
                onServerRunning: { channel in
                    await onRunning(channel.localAddress?.port ?? port)
                },
                logger: logger
            ),
            address: "\(host):\(port)"
        )
        return [WebhookDelivery(webhooks: webhooks, logger: logger), listener]
    }

    private func respond(to request: Request) async -> Response {
        guard let body = try? await request.body.collect(upTo: Self.bodyBytes) else {
            return Response(status: .contentTooLarge)
        }
        let call = SandboxRequest(
            path: request.uri.path,
            body: Array(body.readableBytesView),
            clientID: request.headers.only(.plaidClientID),
            secret: request.headers.only(.plaidSecret)
        )
        let (reply, webhooks) = bank.with { bank in
            let reply = bank.handle(call, now: now())
            return (reply, bank.takeWebhooks())
        }
        for webhook in webhooks { outgoing.yield(webhook) }
        var response = Response(
            "application/json",
            ByteBuffer(bytes: reply.body),
            status: HTTPResponse.Status(code: reply.status)
        )
        if let seconds = reply.retryAfterSeconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension HTTPField.Name {
    /// Whose client calls.
    fileprivate static let plaidClientID = known("PLAID-CLIENT-ID")
    /// The client's secret.
    fileprivate static let plaidSecret = known("PLAID-SECRET")
}
