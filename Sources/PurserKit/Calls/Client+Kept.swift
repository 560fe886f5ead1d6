import Contract

extension Client {
    /// The kept answer of a reading call while it is good, else the server's.
    func answer<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ call: PreparedCall,
        _ options: CallOptions,
        _ lifetime: CacheLifetime
    ) async throws -> Output {
        guard let owner = try await keeper.owner() else {
            return try await perform(call, options) { try endpoint.read($0) }
        }
        let key = CacheKey(owner: owner, surface: call.surface, target: call.wire.target)
        if options.freshness == .kept, let kept = await cache.answer(for: key),
            let output = try? endpoint.output(of: kept.body)
        {
            if kept.age < lifetime.fresh { return output }
            if kept.age < lifetime.fresh + lifetime.stale {
                refresh(endpoint, call, options, key)
                return output
            }
        }
        do {
            return try await fetch(endpoint, call, options, key)
        } catch let error as PurserError {
            guard options.freshness == .reloadElseKept, error.isTemporary,
                let kept = await cache.answer(for: key),
                let output = try? endpoint.output(of: kept.body)
            else { throw error }
            return output
        }
    }

    private func fetch<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ call: PreparedCall,
        _ options: CallOptions,
        _ key: CacheKey
    ) async throws -> Output {
        let epoch = cache.epoch(of: key.surface)
        let (output, body) = try await perform(call, options, owner: key.owner) { response in
            (try endpoint.read(response), response.body)
        }
        await cache.keep(body, for: key, asOf: epoch)
        return output
    }

    private func refresh<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ call: PreparedCall,
        _ options: CallOptions,
        _ key: CacheKey
    ) {
        guard cache.beginRefresh(key) else { return }
        background.run { [self] in
            _ = try? await fetch(endpoint, call, options, key)
            cache.endRefresh(key)
        }
    }
}
