import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("Cards that are kept on the device")
struct KeptCardsTests {
    private let preview = PreviewTransport()

    /// The groceries that were spent with each card that a list has, in cents.
    private func spent(_ purser: Purser) async throws -> [Int64] {
        try await purser.rewards.listCards().cards
            .compactMap { $0.spendingLimits.first?.currentSpending.minor }
    }

    @Test("are the server's while it can be reached, and what it told last when it cannot")
    func fallback() async throws {
        try await CardHome.with { home in
            let rewards = home.device.rewards
            home.network.isDown = true
            let nothing = await #expect(throws: PurserError.self) { try await rewards.listCards() }
            #expect(nothing?.kind == .network(.offline))
            home.network.isDown = false
            try await home.addGold()
            let told = try await rewards.listCards()
            let preferred = try await rewards.getPreferences()
            #expect(told.cards.map(\.name) == ["Amex Gold"])
            home.network.isDown = true
            #expect(try await rewards.listCards() == told)
            #expect(try await rewards.getPreferences() == preferred)
            // Who wants the server's own answer gets it, or none.
            let reloading = home.device.with { $0.freshness = .reload }
            for call in [
                { _ = try await reloading.rewards.listCards() },
                { _ = try await reloading.rewards.getPreferences() },
            ] as [@Sendable () async throws -> Void] {
                let error = await #expect(throws: PurserError.self) { try await call() }
                #expect(error?.kind == .network(.offline))
            }
            // What another device changed is there with the network.
            try await home.otherDevice().rewards.updateCard(.init(told.cards[0].id, name: "Gold"))
            #expect(try await rewards.listCards().cards.map(\.name) == ["Amex Gold"])
            home.network.isDown = false
            #expect(try await rewards.listCards().cards.map(\.name) == ["Gold"])
        }
    }

    @Test("are as the last write left them, though none was asked for since")
    func writes() async throws {
        try await CardHome.with { home in
            let rewards = home.device.rewards
            #expect(try await rewards.listCards().cards.isEmpty)
            _ = try await rewards.getPreferences()
            let gold = try await home.addGold()
            let double = try await home.add(.citiDoubleCash)
            try await rewards.updateSpending(
                gold.id,
                on: .groceries,
                DecimalAmount(minor: 2_550),
                mode: .add
            )
            try await rewards.updateCard(.init(double.id, name: "Double"))
            let freedom = try await home.add(.chaseFreedom)
            try await rewards.deleteCard(double.id)
            try await rewards.updatePreferences(.init(language: .chinese))
            home.network.isDown = true
            let kept = try await rewards.listCards().cards
            #expect(kept.map(\.id) == [freedom.id, gold.id])
            #expect(try await spent(home.device) == [82_550])
            #expect(try await rewards.getPreferences().language == .chinese)
            home.network.isDown = false
            #expect(try await rewards.listCards().cards == kept)
        }
    }

    @Test("stay when the server refuses, which is told as it is")
    func refusals() async throws {
        let purser = try Purser.test(preview, tokens: MemoryTokenStore.signedIn())
        _ = try await purser.rewards.listCards()
        for problem in [Problem(.forbidden), Problem(.notFound)] {
            preview.fail("listCards", with: problem)
            await #expect(throws: PurserError.self) { try await purser.rewards.listCards() }
        }
        preview.fail("listCards", with: Problem(.unavailable))
        #expect(try await spent(purser) == [80_000])
        preview.fail("updateSpending", with: NetworkFailure.connectionLost)
        let input = API.Rewards.updateSpending.example
        let written = try await purser.rewards.updateSpending(
            input.id,
            on: .groceries,
            input.amount
        )
        #expect(written.answer == nil)
        #expect(try await spent(purser) == [80_000])
        await purser.shutdown()
    }

    @Test("are not those of a list that was asked for before a write and came after it")
    func lateList() async throws {
        let gate = Gate()
        let isLate = Counter()
        let preview = preview
        let transport = ScriptedTransport { request in
            let answer = try await preview.send(request)
            if request.method == .get, isLate.value == 1 { await gate.pass() }
            return answer
        }
        let purser = try Purser.test(
            transport,
            configuration: .once,
            tokens: MemoryTokenStore.signedIn()
        )
        #expect(try await spent(purser) == [80_000])
        isLate.up()
        let listing = Task { try await purser.rewards.listCards() }
        await gate.arrived()
        let input = API.Rewards.updateSpending.example
        try await purser.rewards.updateSpending(input.id, on: .groceries, input.amount)
        await gate.open()
        #expect(try await listing.value.cards.map(\.version) == [12])
        preview.fail("listCards", with: NetworkFailure.offline)
        #expect(try await purser.rewards.listCards().cards.map(\.version) == [13])
        #expect(try await spent(purser) == [85_000])
        await purser.shutdown()
    }

    @Test("are their member's, and there after a start of the app")
    func restart() async throws {
        let device = try TestDevice()
        let first = try device.app(preview)
        let told = try await first.rewards.listCards()
        await first.shutdown()
        preview.fail("listCards", with: NetworkFailure.offline)
        let later = try device.app(preview)
        #expect(try await later.rewards.listCards() == told)
        let other = try device.app(preview, member: "bob")
        let error = await #expect(throws: PurserError.self) { try await other.rewards.listCards() }
        #expect(error?.kind == .network(.offline))
        await later.shutdown()
        await other.shutdown()
    }

    @Test("are never an earlier version in the place of a later one")
    func versions() throws {
        let list = API.Rewards.listCards.answers
        let earlier = try #require(list.cards.first)
        let later = API.Rewards.updateSpending.answers
        #expect(earlier.id == later.id && earlier.version < later.version)
        #expect(list.with(later).cards == [later])
        #expect(list.with(later).with(earlier).cards == [later])
        #expect(list.without(later.id).cards.isEmpty)
        #expect(list.without(later.id).with(earlier) == list)
    }

    @Test("are not what was preferred in an earlier version than is kept")
    func preferredVersions() async throws {
        let purser = try Purser.test(
            preview,
            configuration: .once,
            tokens: MemoryTokenStore.signedIn()
        )
        let version = try await purser.rewards.getPreferences().version
        preview.fail("getPreferences", with: NetworkFailure.offline)
        let kept = try await KeptRewards(purser.client)
        for (said, language, standing) in [
            (version + 2, .chinese, .chinese), (version + 1, .bilingual, .chinese),
            (version + 2, .english, .english),
        ] as [(Int64, API.Rewards.Language, API.Rewards.Language)] {
            await kept.take(API.Rewards.UserPreferences(language: language, version: said))
            #expect(try await purser.rewards.getPreferences().language == standing)
        }
        await purser.shutdown()
    }

    @Test("an edit of an earlier version is refused, and told what stands there")
    func stale() async throws {
        try await CardHome.with { home in
            let rewards = home.device.rewards
            let card = try await home.addGold()
            let other = try home.otherDevice()
            let named = try await other.rewards.updateCard(.init(card.id, name: "Hers")).get()
            for edit in [
                { _ = try await rewards.updateCard(.init(card.id, name: "His"), of: card.version) },
                {
                    _ = try await rewards.updateSpending(
                        card.id,
                        on: .groceries,
                        DecimalAmount(minor: 0),
                        of: card.version
                    )
                },
                { try await rewards.deleteCard(card.id, of: card.version) },
            ] as [@Sendable () async throws -> Void] {
                let error = try #require(
                    await #expect(throws: PurserError.self) { try await edit() }
                )
                #expect(error.kind == .conflict && error.status == 412)
                let standing = try #require(error.currentCard)
                #expect(standing.id == card.id && standing.version == named.version)
                #expect(standing.value?.name == "Hers")
                #expect(error.currentPreferences == nil)
            }
            let preferred = try await other.rewards.updatePreferences(.init(language: .chinese))
                .get()
            let error = await #expect(throws: PurserError.self) {
                try await rewards.updatePreferences(
                    .init(language: .bilingual, ifMatch: VersionTag(0))
                )
            }
            #expect(error?.currentPreferences?.version == preferred.version)
            #expect(error?.currentPreferences?.value?.language == .chinese)
            #expect(error?.currentCard == nil)
            // Nothing of it was done.
            #expect(try await rewards.listCards().cards == [named])
            #expect(try await rewards.getPreferences() == preferred)
        }
    }

    @Test("an edit that waits for the network carries its version, and is refused when it is late")
    func queue() async throws {
        try await CardHome.with { home in
            let (device, offline) = (home.device, home.device.offline)
            let card = try await home.addGold()
            home.network.isDown = true
            try await offline.add(
                API.Rewards.updateCard,
                .init(card.id, name: "His", ifMatch: VersionTag(card.version))
            )
            try await offline.add(
                API.Rewards.createCard,
                .init(name: "New", cardType: .citiDoubleCash)
            )
            let named = try await home.otherDevice().rewards.updateCard(
                .init(card.id, name: "Hers")
            ).get()
            home.network.isDown = false
            home.server.clock.advance(seconds: 1)
            let report = try await offline.drain()
            #expect(report.done == 1 && report.dead == 1)
            let letter = try #require(try await offline.deadLetters.first)
            #expect(letter.reason == .rejected && letter.call.endpoint == "updateCard")
            #expect(letter.refusal?.status == 412)
            #expect(letter.refusal?.current?["value"]?["name"] == .string("Hers"))
            #expect(
                try await device.rewards.listCards().cards.map(\.name) == ["New", "Hers"]
            )
            // Made of the version that stands there it is done.
            try await offline.discard(letter.id)
            try await offline.add(
                API.Rewards.updateCard,
                .init(card.id, name: "Ours", ifMatch: VersionTag(named.version))
            )
            #expect(try await offline.drain().done == 1)
            #expect(
                try await device.rewards.listCards().cards.map(\.name) == ["New", "Ours"]
            )
        }
    }
}
