import Contract

extension ModelWire {
    /// The events of a reply with a text, in as many pieces as it is given.
    public static func said(_ pieces: String...) -> [String] {
        pieces.map { event(#"{"content":\#(quoted($0))}"#) } + [finished("stop"), done]
    }

    /// The events of a reply that asks for one call, its arguments in two pieces.
    public static func asked(_ name: String, _ arguments: String, id: String = "c1") -> [String] {
        let half = arguments.index(arguments.startIndex, offsetBy: arguments.count / 2)
        return [
            event(
                """
                {"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"\(id)",\
                "type":"function","function":{"name":\(quoted(name)),"arguments":""}}]}
                """
            ),
            event(argumentsPiece(String(arguments[..<half]))),
            event(argumentsPiece(String(arguments[half...]))),
            finished("tool_calls"), done,
        ]
    }

    /// A piece of a reply.
    public static func event(_ delta: String) -> String {
        let choice = "{\"index\":0,\"delta\":\(delta)}"
        return "data: {\"object\":\"chat.completion.chunk\",\"choices\":[\(choice)]}\n\n"
    }

    /// The piece that tells why the reply ends.
    public static func finished(_ reason: String) -> String {
        """
        data: {"choices":[{"index":0,"delta":{},"finish_reason":"\(reason)"}]}


        """
    }

    /// The last event.
    public static let done = "data: [DONE]\n\n"

    private static func argumentsPiece(_ text: String) -> String {
        #"{"tool_calls":[{"index":0,"function":{"arguments":\#(quoted(text))}}]}"#
    }

    private static func quoted(_ text: String) -> String { JSON.string(text).text }
}
