/// A conversation with a language model, to which it is to reply.
public struct ChatRequest: Sendable, Equatable {
    /// What was said so far, oldest first.
    public let messages: [ChatMessage]
    /// What may be called.
    public let tools: [ChatTool]
    /// Whether a tool may be called this time.
    public let mayCall: Bool
    /// The longest reply, in tokens of the model.
    public let tokensMost: Int
    /// How long the reply may take, from the connection to its last byte.
    public let timeout: Duration

    /// Makes a request.
    public init(
        _ messages: [ChatMessage],
        tools: [ChatTool] = [],
        mayCall: Bool = true,
        tokensMost: Int,
        timeout: Duration
    ) {
        self.messages = messages
        self.tools = tools
        self.mayCall = mayCall
        self.tokensMost = tokensMost
        self.timeout = timeout
    }
}

/// A turn of a conversation with a language model.
public enum ChatMessage: Sendable, Hashable {
    /// How the model is to behave; never with a text of a member or of a bank.
    case instruction(String)
    /// What is asked.
    case question(String)
    /// What the model said, and which tools it wanted to be called.
    case reply(String, calls: [ChatCall] = [])
    /// What came of a call, by its id.
    case result(String, of: String)

    /// About how many bytes of a request it takes.
    public var byteCount: Int {
        switch self {
        case .instruction(let text), .question(let text): text.utf8.count
        case .result(let text, let id): text.utf8.count + id.utf8.count
        case .reply(let text, let calls):
            calls.reduce(text.utf8.count) {
                $0 + $1.id.utf8.count + $1.name.utf8.count + $1.arguments.utf8.count
            }
        }
    }
}

/// A function that a language model may ask for.
public struct ChatTool: Sendable, Hashable {
    /// What it is called: letters, digits and `_`.
    public let name: String
    /// What it does, for the model.
    public let description: String
    /// The JSON Schema of its arguments, as JSON.
    public let parameters: String

    /// Describes a function.
    public init(name: String, description: String, parameters: String) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }
}

/// A function that a language model wants to be called.
public struct ChatCall: Sendable, Hashable {
    /// What the result is to name; made by the model's server.
    public let id: String
    /// The function, which may not exist.
    public let name: String
    /// The arguments as the model wrote them, JSON or not.
    public let arguments: String

    /// Makes a call.
    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}

/// What a language model replied.
public struct ChatReply: Sendable, Equatable {
    /// The text; may be empty where tools are to be called.
    public let text: String
    /// The calls that it wants, in order.
    public let calls: [ChatCall]

    /// Makes a reply.
    public init(_ text: String, calls: [ChatCall] = []) {
        self.text = text
        self.calls = calls
    }
}
