import Foundation

/// A language model behind the chat completions of OpenAI's API, which many servers speak.
///
/// Only fields that such servers have in common are sent: those of llama.cpp's server that are in
/// OpenAI's `CreateChatCompletionRequest` too (read 2026-11-21).
public struct OpenAICompatibleModel: LanguageModel {
    /// The longest wording that is asked for, in tokens.
    static let tokensMost = 300
    /// The longest answer that is read, in bytes.
    static let answerBytesMost = 65_536

    let url: String
    let name: String
    private let key: Secret?
    private let timeout: Duration

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
        let client = VendorClient(
            OutsideConnection.client,
            vendor: .languageModel,
            timeout: timeout,
            answerBytes: Self.answerBytesMost
        )
        let answer: VendorClient.Answer
        do throws(VendorClient.NoResponse) {
            answer = try await client.send(message(request))
        } catch {
            throw LanguageModelError(error)
        }
        guard answer.status == 200 else { throw .refused(status: answer.status) }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(answer.body)),
            let content = answer.choices.first?.message.content
        else { throw .unreadable }
        return content
    }

    private func message(_ request: PhrasingRequest) -> VendorClient.Request {
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
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Text and numbers always have a JSON form.
        let body = (try? encoder.encode(question)) ?? Data()
        return post(Array(body), accepting: "application/json")
    }

    /// A request with the key, where there is one.
    func post(_ body: [UInt8], accepting kind: String) -> VendorClient.Request {
        var headers = [("Content-Type", "application/json"), ("Accept", kind)]
        if let key {
            let token = String(decoding: key.bytes, as: UTF8.self)
            headers.append(("Authorization", "Bearer \(token)"))
        }
        return VendorClient.Request(method: .post, url: url, headers: headers, body: body)
    }
}

extension LanguageModelError {
    /// Errors of the client are not passed on, because they may show the URL.
    init(_ error: VendorClient.NoResponse) {
        switch error.kind {
        case .lost: self = .unreachable
        case .late: self = .timedOut
        case .tooLong: self = .unreadable
        }
    }
}

/// What is asked.
private struct Question: Encodable {
    let model: String
    let messages: [Message]
    let temperature: Double
    let maxTokens: Int
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
