import Foundation
import Synchronization

extension OpenAICompatibleModel {
    /// The most bytes of a reply on the wire: some hundred for each token.
    static let replyBytesMost = 1_048_576
    /// The longest pause that a server may ask for before it is asked once more.
    static let pauseSecondsMost: Int64 = 2
    /// How long the next piece of a reply may take to come.
    private static let idle = Duration.seconds(10)

    private enum Attempt {
        case replied(ChatReply)
        case busy(Duration)

        func reply() throws(LanguageModelError) -> ChatReply {
            guard case .replied(let reply) = self else { throw .refused(status: 429) }
            return reply
        }
    }

    /// Asks the model, and once more when it is busy and asks for a short pause.
    public func reply(
        to request: ChatRequest,
        onText: @escaping @Sendable (String) -> Void
    ) async throws(LanguageModelError) -> ChatReply {
        let start = ContinuousClock.now
        let body = Self.body(of: request, to: name)
        let first = try await attempt(body, within: request.timeout, onText)
        guard case .busy(let pause) = first else { return try first.reply() }
        let left = request.timeout - (ContinuousClock.now - start) - pause
        guard left > .zero, (try? await Task.sleep(for: pause)) != nil else {
            throw .refused(status: 429)
        }
        return try await attempt(body, within: left, onText).reply()
    }

    private func attempt(
        _ body: [UInt8],
        within timeout: Duration,
        _ onText: @escaping @Sendable (String) -> Void
    ) async throws(LanguageModelError) -> Attempt {
        let client = VendorClient(
            OutsideConnection.client,
            vendor: .languageModel,
            timeout: timeout,
            answerBytes: Self.replyBytesMost
        )
        let reading = Mutex(ReplyReader())
        let answer: VendorClient.Answer
        do throws(VendorClient.NoResponse) {
            answer = try await client.stream(
                post(body, accepting: "text/event-stream"),
                idle: Self.idle
            ) { piece in
                // Told outside of the lock, by the one task that reads.
                let (texts, goesOn) = reading.withLock { ($0.read(piece), !$0.isOver) }
                texts.forEach(onText)
                return goesOn
            }
        } catch {
            throw LanguageModelError(error)
        }
        if answer.status == 429, let seconds = answer.retryAfterSeconds,
            seconds <= Self.pauseSecondsMost
        {
            return .busy(.seconds(seconds))
        }
        guard answer.status == 200 else { throw .refused(status: answer.status) }
        let (texts, reply) = reading.withLock { ($0.end(), $0.reply) }
        texts.forEach(onText)
        guard let reply else { throw .unreadable }
        return .replied(reply)
    }
}

// MARK: The request

extension OpenAICompatibleModel {
    /// The conversation as OpenAI's API writes it.
    static func body(of request: ChatRequest, to model: String) -> [UInt8] {
        var body: [String: Any] = [
            "model": model, "messages": request.messages.map(object),
            "temperature": 0, "max_tokens": request.tokensMost, "stream": true,
        ]
        if !request.tools.isEmpty {
            body["tools"] = request.tools.map(object)
            body["tool_choice"] = request.mayCall ? "auto" : "none"
        }
        // Texts and numbers always have a JSON form.
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return Array(
            (try? JSONSerialization.data(withJSONObject: body, options: options)) ?? Data()
        )
    }

    private static func object(_ message: ChatMessage) -> [String: Any] {
        switch message {
        case .instruction(let text): return ["role": "system", "content": text]
        case .question(let text): return ["role": "user", "content": text]
        case .result(let text, let id):
            return ["role": "tool", "tool_call_id": id, "content": text]
        case .reply(let text, let calls):
            guard !calls.isEmpty else { return ["role": "assistant", "content": text] }
            return [
                "role": "assistant", "content": text,
                "tool_calls": calls.map { call in
                    [
                        "id": call.id, "type": "function",
                        "function": ["name": call.name, "arguments": call.arguments],
                    ] as [String: Any]
                },
            ]
        }
    }

    private static func object(_ tool: ChatTool) -> [String: Any] {
        let schema = try? JSONSerialization.jsonObject(with: Data(tool.parameters.utf8))
        let function: [String: Any] = [
            "name": tool.name, "description": tool.description,
            "parameters": schema ?? ["type": "object"],
        ]
        return ["type": "function", "function": function]
    }
}
