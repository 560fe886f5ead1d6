import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit
@testable import PurserKitStore

@Suite("Cached responses")
struct ResponseCacheTests {
    private let key = CacheKey(owner: "alice", surface: .guardian, target: "/rules")

    @Test("are kept over restarts, with their age")
    func restart() async throws {
        let device = try TestDevice()
        let store = device.store()
        let cache = ResponseCache(store, device.time.keeper)
        #expect(await cache.answer(for: key) == nil)
        await cache.keep([1, 2], for: key, asOf: cache.epoch(of: .guardian))
        device.time.advance(by: .seconds(7))
        await store.close()
        let later = device.store()
        let kept = await ResponseCache(later, device.time.keeper).answer(for: key)
        #expect(kept == CachedResponse(body: [1, 2], age: .seconds(7)))
        await later.close()
    }

    @Test("are old for ever once the clock went back")
    func clock() async throws {
        let device = try TestDevice()
        let store = device.store()
        let cache = ResponseCache(store, device.time.keeper)
        await cache.keep([1], for: key, asOf: cache.epoch(of: .guardian))
        device.time.clock.advance(seconds: -1)
        let age = try #require(await cache.answer(for: key)?.age)
        #expect(age > .seconds(86_400 * 365))
        await store.close()
    }

    @Test("are those of one member, one room and one target")
    func keys() async throws {
        let device = try TestDevice()
        let store = device.store()
        let cache = ResponseCache(store, device.time.keeper)
        let keys = [
            key, CacheKey(owner: "bob", surface: .guardian, target: "/rules"),
            CacheKey(owner: "alice", surface: .allowance, target: "/rules"),
            CacheKey(owner: "alice", surface: .guardian, target: "/rules?x=1"),
        ]
        for (index, key) in keys.enumerated() {
            #expect(await cache.answer(for: key) == nil)
            await cache.keep([UInt8(index) + 1], for: key, asOf: cache.epoch(of: key.surface))
        }
        for (index, key) in keys.enumerated() {
            #expect(await cache.answer(for: key)?.body == [UInt8(index) + 1])
        }
        await cache.forget(.guardian)
        let left = [nil, nil, [3] as [UInt8]?, nil]
        for (key, body) in zip(keys, left) { #expect(await cache.answer(for: key)?.body == body) }
        await store.close()
    }

    @Test("what was asked for before a write or a sign-out is not kept after it")
    func epochs() async throws {
        let device = try TestDevice()
        let store = device.store()
        let cache = ResponseCache(store, device.time.keeper)
        var epoch = cache.epoch(of: .guardian)
        await cache.forget(.guardian)
        await cache.keep([1], for: key, asOf: epoch)
        #expect(await cache.answer(for: key) == nil)
        epoch = cache.epoch(of: .guardian)
        await cache.forget(.allowance)
        await cache.keep([2], for: key, asOf: epoch)
        #expect(await cache.answer(for: key)?.body == [2])
        epoch = cache.epoch(of: .guardian)
        try await store.forget(exceptOf: nil)
        cache.reset(isEmpty: true)
        await cache.keep([3], for: key, asOf: epoch)
        #expect(await cache.answer(for: key) == nil)
        #expect(try await store.rows(of: "kept_answers") == 0)
        await store.close()
    }

    @Test("a room with nothing kept costs no database")
    func nothing() async throws {
        let device = try TestDevice()
        let cache = ResponseCache(device.store(), device.time.keeper)
        #expect(await cache.answer(for: key) == nil)
        for surface in Surface.allCases { await cache.forget(surface) }
        await cache.keep([0], for: key, asOf: cache.epoch(of: .guardian))
        #expect(device.files.isEmpty)
    }

    @Test("a restarted client forgets what an earlier one kept")
    func forgotten() async throws {
        let device = try TestDevice()
        let store = device.store()
        let cache = ResponseCache(store, device.time.keeper)
        await cache.keep([1], for: key, asOf: cache.epoch(of: .guardian))
        await store.close()
        let later = device.store()
        await ResponseCache(later, device.time.keeper).forget(.guardian)
        #expect(try await later.rows(of: "kept_answers") == 0)
        await later.close()
    }

    @Test("there are only so many, and the oldest go first")
    func bounds() async throws {
        let device = try TestDevice()
        let store = device.store()
        let cache = ResponseCache(store, device.time.keeper)
        let epoch = cache.epoch(of: .guardian)
        for number in 0...Tables.mostAnswers {
            await cache.keep([1], for: numbered(number), asOf: epoch)
            device.time.advance(by: .seconds(1))
        }
        #expect(try await store.rows(of: "kept_answers") == Int(Tables.mostAnswers))
        #expect(await cache.answer(for: numbered(0)) == nil)
        #expect(await cache.answer(for: numbered(1)) != nil)
        let long = [UInt8](repeating: 32, count: ResponseCache.mostBytesOfOne)
        for number in 1_000..<1_009 {
            await cache.keep(long, for: numbered(Int64(number)), asOf: epoch)
            device.time.advance(by: .seconds(1))
        }
        #expect(try await store.rows(of: "kept_answers") == 8)
        #expect(await cache.answer(for: numbered(1_001))?.body == long)
        await cache.keep(long + [32], for: key, asOf: epoch)
        #expect(await cache.answer(for: key) == nil)
        await store.close()
    }

    @Test("a database that cannot be opened is an empty cache")
    func storage() async throws {
        let cache = ResponseCache(
            DeviceDatabase(DeviceFolder("/dev/null/none"), TestTimekeeper().keeper),
            TestTimekeeper().keeper
        )
        await cache.keep([1], for: key, asOf: cache.epoch(of: .guardian))
        #expect(await cache.answer(for: key) == nil)
        await cache.forget(.guardian)
        #expect(await cache.answer(for: key) == nil)
    }

    @Test("one at a time fetches a new answer")
    func refresh() {
        let time = TestTimekeeper().keeper
        let cache = ResponseCache(DeviceDatabase(.temporary(), time), time)
        #expect(cache.beginRefresh(key))
        #expect(!cache.beginRefresh(key))
        cache.endRefresh(key)
        #expect(cache.beginRefresh(key))
    }

    private func numbered(_ number: Int64) -> CacheKey {
        CacheKey(owner: "alice", surface: .guardian, target: "/rules/\(number)")
    }
}
