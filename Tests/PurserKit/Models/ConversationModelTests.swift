import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of a conversation")
struct ConversationModelTests {
    private let server = ChatServer()
    private let time = TestTimekeeper()
    private let purser: Purser

    init() throws {
        purser = try .test(server, tokens: MemoryTokenStore.signedIn(), time: time)
    }

    private func texts(_ model: ConversationModel) -> [String] { model.messages.map(\.content) }

    @Test("shows the latest one, and an answer as it is written")
    func sending() async throws {
        server.store("Hello", "Hello yourself")
        let model = ConversationModel(purser)
        #expect(model.phase == .idle && !model.canSend)
        await model.load()
        #expect(texts(model) == ["Hello", "Hello yourself"])
        model.draft = "How much?"
        let answer = server.nextAnswer()
        let sending = Task { await model.send() }
        await untilShown { model.exchange != nil }
        #expect(model.exchange?.question == "How much?" && model.exchange?.answer == "")
        #expect(model.isBusy && !model.canSend)
        answer.tell("delta", #"{"text":"You spent "}"#)
        answer.tell("delta", #"{"text":"6."}"#)
        await untilShown { model.exchange?.answer == "You spent 6." }
        // Nothing else is sent meanwhile, and what is typed stays.
        #expect(!(await model.send()))
        #expect(model.draft == "How much?")
        answer.tell("replace", #"{"text":"You spent 5."}"#)
        await untilShown { model.exchange?.answer == "You spent 5." }
        #expect(texts(model) == ["Hello", "Hello yourself"])
        answer.finish("You spent 5.")
        #expect(await sending.value)
        #expect(texts(model) == ["Hello", "Hello yourself", "How much?", "You spent 5."])
        #expect(model.draft.isEmpty && model.exchange == nil && model.error == nil)
        #expect(server.questions.map(\.conversationID) == [server.id])
    }

    @Test("is busy from the tap on: a second one at once sends nothing")
    func secondTap() async throws {
        let model = ConversationModel(purser)
        await model.load()
        model.draft = "How much?"
        let answer = server.nextAnswer()
        // Both have their turn before what the first one began.
        let first = Task { await model.send() }
        let second = Task { await model.send() }
        let deletion = Task { await model.delete() }
        #expect(!(await second.value))
        #expect(!(await deletion.value))
        answer.finish("6")
        #expect(await first.value)
        #expect(texts(model) == ["How much?", "6"])
        #expect(server.questions.count == 1 && model.error == nil)
    }

    @Test("keeps what was typed when the answer breaks off, and asks the same question once")
    func brokenOff() async throws {
        let model = ConversationModel(purser)
        model.draft = "How much?"
        server.nextAnswer().breakOff()
        #expect(!(await model.send()))
        #expect(model.error?.kind == .network(.connectionLost))
        #expect(model.draft == "How much?" && model.exchange == nil && model.canSend)
        #expect(server.questions.count == 1)
        server.nextAnswer().finish("5")
        #expect(await model.send())
        #expect(model.draft.isEmpty && model.error == nil)
        let keys = server.keys
        #expect(keys.count == 2 && keys[0] == keys[1])
        // The same words once more are another question.
        model.draft = "How much?"
        server.nextAnswer().finish("5 still")
        #expect(await model.send())
        #expect(server.keys[2] != keys[0])
    }

    @Test("finds an answer that was stored though it broke off, and does not ask again")
    func stored() async throws {
        let model = ConversationModel(purser)
        model.draft = "How much?"
        server.nextAnswer().breakOff()
        #expect(!(await model.send()))
        await model.refresh()
        // It was not stored yet.
        #expect(model.draft == "How much?" && model.error != nil)
        server.store("How much?", "5")
        await model.refresh()
        #expect(texts(model) == ["How much?", "5"])
        #expect(model.draft.isEmpty && model.error == nil)
    }

    @Test("does not take an older question of the same words for the one that broke off")
    func sameWords() async throws {
        server.store("How much?", "4")
        let model = ConversationModel(purser)
        await model.load()
        model.draft = "How much?"
        server.nextAnswer().breakOff()
        #expect(!(await model.send()))
        await model.refresh()
        #expect(model.draft == "How much?" && model.error != nil)
    }

    @Test("keeps what was typed when the question is refused")
    func refused() async throws {
        let model = ConversationModel(purser)
        model.draft = "How much?"
        server.nextAnswer().refuse(503, "AI_UNAVAILABLE")
        #expect(!(await model.send()))
        #expect(model.error?.code == "AI_UNAVAILABLE")
        #expect(model.draft == "How much?")
        model.dismissError()
        #expect(model.error == nil)
        model.draft = " \n"
        #expect(!model.canSend)
        #expect(!(await model.send()))
        #expect(server.questions.count == 1)
    }

    @Test("keeps what is typed while an answer is under way")
    func typingOn() async throws {
        let model = ConversationModel(purser)
        model.draft = "How much?"
        let answer = server.nextAnswer()
        let sending = Task { await model.send() }
        await untilShown { model.exchange != nil }
        model.draft = "And in April?"
        answer.finish("5")
        #expect(await sending.value)
        #expect(model.draft == "And in April?")
        #expect(texts(model) == ["How much?", "5"])
    }

    @Test("sends an edited question in the place of the former one and what is behind it")
    func editing() async throws {
        server.store("May?", "5")
        server.store("April?", "6")
        let model = ConversationModel(purser)
        await model.load()
        let ids = try #require(model.phase.value?.messages.map(\.id))
        model.edit(ids[1])
        #expect(model.editedID == nil && model.draft.isEmpty)
        model.edit(ids[2])
        model.cancelEditing()
        #expect(model.editedID == nil && model.draft.isEmpty)
        model.edit(ids[2])
        #expect(model.draft == "April?" && model.editedID == ids[2])
        model.draft = "March?"
        let answer = server.nextAnswer()
        let sending = Task { await model.send() }
        await untilShown { model.exchange != nil }
        #expect(texts(model) == ["May?", "5"])
        answer.breakOff()
        #expect(!(await sending.value))
        // Nothing of the conversation is lost by it.
        #expect(texts(model) == ["May?", "5", "April?", "6"])
        #expect(model.draft == "March?" && model.editedID == ids[2])
        server.nextAnswer().finish("7")
        #expect(await model.send())
        #expect(texts(model) == ["May?", "5", "March?", "7"])
        #expect(model.editedID == nil && model.draft.isEmpty)
        #expect(server.questions.map(\.truncateFromMessageID) == [ids[2], ids[2]])
    }

    @Test("stops an answer that nobody wants to wait for, and keeps the question")
    func stopping() async throws {
        let model = ConversationModel(purser)
        model.stop()
        model.draft = "How much?"
        let answer = server.nextAnswer()
        let sending = Task { await model.send() }
        answer.tell("delta", #"{"text":"You"}"#)
        await untilShown { model.exchange?.answer == "You" }
        model.stop()
        #expect(!(await sending.value))
        await untilShown { answer.isOver }
        #expect(model.draft == "How much?" && model.exchange == nil)
        #expect(model.error == nil && !model.isBusy)
    }

    @Test("stops with the task that sends")
    func cancellation() async throws {
        let model = ConversationModel(purser)
        model.draft = "How much?"
        let answer = server.nextAnswer()
        let sending = Task { await model.send() }
        await untilShown { model.exchange != nil }
        sending.cancel()
        #expect(!(await sending.value))
        #expect(model.draft == "How much?" && model.exchange == nil && !model.isBusy)
        await untilShown { answer.isOver || server.questions.isEmpty }
    }

    @Test("is deleted, and the next question begins another one")
    func deletion() async throws {
        server.store("May?", "5")
        let model = ConversationModel(purser)
        #expect(!(await model.delete()))
        await model.load()
        #expect(await model.delete())
        #expect(model.phase == .idle && model.messages.isEmpty)
        model.draft = "April?"
        server.nextAnswer().finish("6")
        #expect(await model.send())
        #expect(texts(model) == ["April?", "6"])
        #expect(server.questions.map(\.conversationID) == [nil])
    }

    @Test("shows nothing, and nothing of an answer under way, once the member is gone")
    func signOut() async throws {
        server.store("May?", "5")
        let model = ConversationModel(purser)
        await model.load()
        model.draft = "April?"
        let answer = server.nextAnswer()
        let sending = Task { await model.send() }
        answer.tell("delta", #"{"text":"You"}"#)
        await untilShown { model.exchange?.answer == "You" }
        try await purser.session.signOut()
        #expect(!(await sending.value))
        await untilShown { model.phase == .idle && model.draft.isEmpty }
        #expect(model.exchange == nil && model.messages.isEmpty && model.error == nil)
    }
}
