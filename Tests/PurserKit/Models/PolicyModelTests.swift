import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of a policy")
struct PolicyModelTests {
    private let preview = PreviewTransport()
    private let purser: Purser
    private let kept = KeptPolicy()
    private let id = API.Guardian.getPolicy.answers.id

    init() throws {
        purser = try .test(preview, tokens: MemoryTokenStore.signedIn())
        kept.answer(over: preview)
    }

    private func count(_ endpoint: String) -> Int {
        preview.requests.filter { $0.endpoint == endpoint }.count
    }

    @Test("loads a policy, and edits a draft of it")
    func edits() async throws {
        let model = PolicyModel(purser, id: id)
        #expect(model.phase == .idle && model.draft == nil && !model.isChanged)
        await model.load()
        #expect(model.phase.value?.policy == kept.policy)
        #expect(model.draft?.name == "Twenty a day" && !model.isChanged)
        model.draft?.when = .spent(in: .day, moreThan: 1_000)
        model.draft?.message = "Tomorrow."
        #expect(model.isChanged)
        model.revert()
        #expect(!model.isChanged && model.draft?.message == "")
        model.draft?.then = .ask
        #expect(await model.save())
        #expect(!model.isChanged && model.error == nil)
        #expect(kept.policy.then == .ask && model.phase.value?.policy == kept.policy)
        let sent = preview.requests.last { $0.endpoint == "updatePolicy" }
        #expect(sent?.request.headers["If-Match"] == "\"12\"")
    }

    @Test("makes a policy of a draft, once")
    func creates() async throws {
        let draft = PolicyDraft(name: "Late", when: .time(from: LocalTime(hour: 21)), then: .ask)
        let model = PolicyModel(purser, new: draft)
        #expect(model.isChanged && model.id == nil)
        await model.load()
        #expect(await model.set(.live) == false)
        #expect(preview.requests.isEmpty)
        #expect(await model.save())
        #expect(model.id == id && !model.isChanged && model.phase.value?.policy.name == "Late")
        model.draft?.name = "Late nights"
        #expect(await model.save())
        #expect(count("createPolicy") == 1 && kept.policy.name == "Late nights")
    }

    @Test("shows a change that waits, and goes on showing what stands until it is confirmed")
    func waits() async throws {
        let model = PolicyModel(purser, id: id)
        await model.load()
        kept.waits = true
        model.draft?.when = .spent(in: .day, moreThan: 9_000)
        #expect(await model.save())
        #expect(model.pending?.change.policy?.when == .spent(in: .day, moreThan: 9_000))
        #expect(model.draft?.when == kept.policy.when && !model.isChanged)
        kept.waits = false
        #expect(await model.set(.confirm))
        #expect(model.pending == nil)
        #expect(model.draft?.when == .spent(in: .day, moreThan: 9_000))
    }

    @Test("loads anew what was changed elsewhere, and keeps what was edited")
    func conflict() async throws {
        let model = PolicyModel(purser, id: id)
        await model.load()
        model.draft?.name = "His"
        kept.change { $0.with(name: "Hers") }
        #expect(await model.save() == false)
        #expect(model.error?.kind == .conflict && model.error?.status == 412)
        #expect(model.phase.value?.policy.name == "Hers")
        #expect(model.draft?.name == "His" && model.isChanged)
        // Who has seen what stands there may decide again.
        #expect(await model.save())
        #expect(kept.policy.name == "His" && model.error == nil)
        // A draft that nobody edited is what stands there.
        kept.change { $0.with(name: "Ours") }
        await model.load()
        #expect(model.draft?.name == "Ours" && !model.isChanged)
    }

    @Test("tells what a policy in shadow would have answered, and nothing of another one")
    func shadow() async throws {
        let model = PolicyModel(purser, id: id)
        await model.load()
        #expect(model.phase.value?.shadow == nil && count("getPolicyShadow") == 0)
        model.draft?.name = "Edited"
        #expect(await model.set(.shadow))
        #expect(model.phase.value?.policy.state == .shadow)
        #expect(model.phase.value?.shadow == API.Guardian.getPolicyShadow.answers)
        #expect(model.isChanged && kept.policy.name == "Twenty a day")
        #expect(await model.set(.live))
        #expect(model.phase.value?.shadow == nil && count("getPolicyShadow") == 1)
    }

    @Test("tries a draft on the past, and says when the draft is another one by now")
    func trial() async throws {
        let model = PolicyModel(purser, id: id)
        let days = (first: CivilDay(dayNumber: 20_148), last: CivilDay(dayNumber: 20_152))
        await model.tryOnPast(from: days.first, to: days.last)
        #expect(model.trial == .idle && preview.requests.isEmpty)
        await model.load()
        model.draft?.when = .amount(atLeast: 500)
        await model.tryOnPast(from: days.first, to: days.last, mode: .observed)
        #expect(model.trial.value?.report == API.Guardian.backtestPolicies.answers && model.isTried)
        let body = preview.requests.last?.request.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body?.contains(#""when":{"amount":{"at_least":500}}"#) == true)
        #expect(body?.contains(#""mode":"observed""#) == true)
        model.draft?.then = .warn
        #expect(!model.isTried && model.trial.value != nil)
        #expect(kept.policy.when == API.Guardian.getPolicy.answers.when)
        preview.fail("backtestPolicies", with: Problem(.payloadTooLarge))
        await model.tryOnPast(from: days.first, to: days.last)
        #expect(model.trial.error?.kind == .invalid)
    }

    @Test("shows nothing once the member is gone")
    func signOut() async throws {
        let model = PolicyModel(purser, id: id)
        await model.load()
        model.draft?.name = "Edited"
        try await purser.session.signOut()
        await untilShown { model.phase == .idle }
        #expect(model.draft == nil && model.id == nil)
    }
}

/// A server's policy, with versions and with changes that wait.
private final class KeptPolicy: Sendable {
    private let state = Mutex((policy: API.Guardian.getPolicy.answers, waits: false))

    var policy: API.Guardian.Policy { state.withLock { $0.policy } }

    var waits: Bool {
        get { state.withLock { $0.waits } }
        set { state.withLock { $0.waits = newValue } }
    }

    @discardableResult
    func change(
        _ change: (API.Guardian.Policy) -> API.Guardian.Policy
    ) -> API.Guardian.Policy {
        state.withLock { state in
            state.policy = change(state.policy)
            return state.policy
        }
    }

    func answer(over preview: PreviewTransport) {
        preview.answer(API.Guardian.getPolicy) { [self] _ in policy }
        preview.answer(API.Guardian.createPolicy) { [self] input in
            change { $0.with(terms: input, state: .draft) }
        }
        preview.answer(API.Guardian.updatePolicy) { [self] input in
            guard input.ifMatch?.version == policy.version else { throw Problem(.stale) }
            // Its state is locked while it is changed.
            let waits = waits
            return change { $0.with(terms: input.policy, waits: waits) }
        }
        preview.answer(API.Guardian.setPolicyState) { [self] input in
            change { $0.after(input.state) }
        }
    }
}

extension API.Guardian.Policy {
    fileprivate func with(name: String) -> Self {
        with(terms: PolicyDraft(self).named(name).input)
    }

    fileprivate func with(
        terms: API.Guardian.PolicyInput,
        state: API.Guardian.PolicyState? = nil,
        waits: Bool = false
    ) -> Self {
        let new = API.Guardian.PolicyTerms(
            name: terms.name,
            when: terms.when,
            then: terms.then,
            message: terms.message
        )
        let change = API.Guardian.PendingChange(
            change: API.Guardian.PolicyChange(policy: new),
            takesEffectAt: createdAt,
            askedBy: createdBy
        )
        return made(of: waits ? self.terms : new, state ?? self.state, waits ? change : nil)
    }

    fileprivate func after(_ step: API.Guardian.PolicyStep) -> Self {
        let state = API.Guardian.PolicyState(rawValue: step.rawValue) ?? self.state
        let terms = step == .confirm ? pending?.change.policy ?? self.terms : self.terms
        return made(of: terms, state, nil)
    }

    private var terms: API.Guardian.PolicyTerms {
        API.Guardian.PolicyTerms(
            name: name,
            userID: userID,
            when: when,
            then: then,
            message: message
        )
    }

    private func made(
        of terms: API.Guardian.PolicyTerms,
        _ state: API.Guardian.PolicyState,
        _ pending: API.Guardian.PendingChange?
    ) -> Self {
        Self(
            id: id,
            terms: terms,
            state: state,
            version: version + 1,
            createdBy: createdBy,
            createdAt: createdAt,
            liveSince: liveSince,
            pending: pending
        )
    }
}

extension PolicyDraft {
    fileprivate func named(_ name: String) -> Self {
        var draft = self
        draft.name = name
        return draft
    }
}
