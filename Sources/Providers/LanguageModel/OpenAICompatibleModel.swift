import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A language model behind the chat completions of OpenAI's API, which many servers speak.
///
/// Only fields that such servers have in common are sent: those of llama.cpp's server that are in
/// OpenAI's `CreateChatCompletionRequest` too (read 2026-11-21).
public struct OpenAICompatibleModel: LanguageModel {
    /// The longest wording that is asked for, in tokens.
    static let tokensMost = 300
    /// The longest answer that is read, in bytes.
    static let answerBytesMost = 65_536

    private let url: String
    private let name: String
    private let key: Secret?
    private let timeout: Duration

    // Lives as long as the program. A server that nobody reaches is given up at once, and one that
    // sends us elsewhere is not followed: the text is for it alone.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        return HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: configuration
        )
    }()

    /// Names a model.
    ///
    /// - Parameters:
    ///   - baseURL: What stands before `/chat/completions`, such as `https://api.openai.com/v1`; a
    ///     slash at its end does not count.
    ///   - name: The model's name, as the server knows it.
    ///   - key: The bearer token, where the server asks for one.
    ///   - timeout: How long an answer may take, from the connection to its last byte.
    public init(
        baseURL: String,
        name: String,
        key: Secret? = nil,
        timeout: Duration = .seconds(5)
    ) {
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        url = "\(base)/chat/completions"
        self.name = name
        self.key = key
        self.timeout = timeout
    }

    /// Asks the model, once.
    public func phrase(_ request: PhrasingRequest) async throws(LanguageModelError) -> String {
        let message = try self.message(request)
        // The client's own deadline ends with the head of the answer; this one with its last byte.
        let outcome = await withTaskGroup(
            of: Result<[UInt8], LanguageModelError>?.self
        ) { group in
            group.addTask { await answer(to: message) }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let outcome else { throw .timedOut }
        return try Self.wording(in: try outcome.get())
    }

    private func message(
        _ request: PhrasingRequest
    ) throws(LanguageModelError) -> HTTPClientRequest {
        let question = Question(
            model: name,
            messages: [
                Message(role: "system", content: request.instruction),
                Message(role: "user", content: request.text),
            ],
            temperature: 0.2,
            maxTokens: Self.tokensMost
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Text and numbers always have a JSON form.
        guard let body = try? encoder.encode(question) else { throw .unreadable }
        var message = HTTPClientRequest(url: url)
        message.method = .POST
        message.headers.add(name: "Content-Type", value: "application/json")
        message.headers.add(name: "Accept", value: "application/json")
        if let key {
            let token = String(decoding: key.bytes, as: UTF8.self)
            message.headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        message.body = .bytes(Array(body))
        return message
    }

    /// What came back; errors of the client are not passed on, because they may show the URL.
    private func answer(
        to message: HTTPClientRequest
    ) async -> Result<[UInt8], LanguageModelError> {
        do {
            let response = try await Self.client.execute(message, deadline: .distantFuture)
            guard response.status == .ok else {
                return .failure(.refused(status: Int(response.status.code)))
            }
            let body = try await response.body.collect(upTo: Self.answerBytesMost)
            return .success(Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            return .failure(.unreadable)
        } catch {
            return .failure(.unreachable)
        }
    }

    private static func wording(in body: [UInt8]) throws(LanguageModelError) -> String {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)),
            let content = answer.choices.first?.message.content
        else { throw .unreadable }
        return content
    }
}

/// What is asked.
private struct Question: Encodable {
    let model: String
    let messages: [Message]
    let temperature: Double
    let maxTokens: Int

    enum CodingKeys: String, CodingKey {
        case model
        case messages
        case temperature
        case maxTokens = "max_tokens"
    }
}

/// One turn of a conversation.
private struct Message: Codable {
    let role: String
    let content: String?
}

/// What comes back, as far as it is looked at.
private struct Answer: Decodable {
    let choices: [Choice]

    struct Choice: Decodable {
        let message: Message
    }
}
