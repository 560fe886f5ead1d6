import Kernel

extension API.Rewards {
    /// Answers what the caller says of their cards, and does what it asks for.
    public static let sendChatMessage = Endpoint<ChatInput, ChatMessage>(
        "sendChatMessage",
        .post,
        "/api/chat/messages",
        "Answers what the caller says of their cards; a sentence about spending is carried out.",
        access: .member,
        surface: .rewards,
        status: 201,
        example: ChatInput(content: ChatMessage.exampleContent, conversationID: .example),
        answers: .example,
        outdates: .ownRoom,
        waits: .zero
    )

    /// Lists what the caller said, and was answered.
    public static let listChatMessages = Endpoint<MessageQuery, MessageList>(
        "listChatMessages",
        .get,
        "/api/chat/messages",
        "Lists the newest messages of the caller, or those before one, the oldest first.",
        access: .member,
        surface: .rewards,
        refusals: [.notFound],
        example: MessageQuery(
            conversationID: .example,
            limit: PageNumber(20),
            before: ID(RawID(high: 0x0194_4B1E_7A40_7D15, low: 0x8F5E_7F0A_6F1F_2B73))
        ),
        answers: MessageList(messages: [.exampleOfMember, .example])
    )

    /// Deletes what the caller said, and was answered.
    public static let deleteChatMessages = Endpoint<ChatDeletion, Empty>(
        "deleteChatMessages",
        .delete,
        "/api/chat/messages",
        "Deletes the caller's messages, or those of a conversation; also when there are none.",
        access: .member,
        surface: .rewards,
        example: ChatDeletion(conversationID: .example),
        outdates: .ownRoom
    )
}

extension API.Rewards.ChatMessage {
    static let exampleContent = "I spent $50 on groceries with Amex Gold"

    /// What the member says.
    static let exampleOfMember = Self(
        id: ID(RawID(high: 0x0194_4B1E_7A40_7D15, low: 0x8F5E_7F0A_6F1F_2B71)),
        content: exampleContent,
        sender: .user,
        timestamp: WireTimestamp(Timestamp(seconds: 1_739_188_800)),
        conversationID: .example
    )

    /// What it is answered.
    static let example = Self(
        id: ID(RawID(high: 0x0194_4B1E_7A40_7D15, low: 0x8F5E_7F0A_6F1F_2B72)),
        content: "Added $50.00 to Amex Gold for groceries: now $850.00 of $1,000.00.",
        sender: .assistant,
        timestamp: WireTimestamp(Timestamp(seconds: 1_739_188_800)),
        spendingUpdate: API.Rewards.SpendingUpdate(
            cardID: .example,
            category: .groceries,
            amount: DecimalAmount(minor: 85_000),
            previousAmount: DecimalAmount(minor: 80_000),
            added: DecimalAmount(minor: 5_000)
        ),
        conversationID: .example
    )
}
