import Contract

extension Client {
    /// Reads the kept answer of a reading call while it is good, else the server's.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func takeKept(
        _ call: PreparedCall,
        _ options: CallOptions,
        _ lifetime: CacheLifetime,
        _ reader: any AnswerReading
    ) async throws {
        guard let owner = try await keeper.owner() else {
            return try await perform(call, options, read: reader.read)
        }
        let key = CacheKey(owner: owner, surface: call.surface, target: call.wire.target)
        if options.freshness == .kept, let kept = await cache.answer(for: key),
            kept.age < lifetime.fresh + lifetime.stale, reader.readKept(kept.body)
        {
            if kept.age >= lifetime.fresh { refresh(call, options, key, reader.check) }
            return
        }
        do {
            try await fetch(call, options, key, reader.read)
        } catch let error as PurserError {
            guard options.freshness == .reloadElseKept, error.isTemporary,
                let kept = await cache.answer(for: key), reader.readKept(kept.body)
            else { throw error }
        }
    }

    /// Asks the server, and keeps what it answers if that can be read.
    private func fetch(
        _ call: PreparedCall,
        _ options: CallOptions,
        _ key: CacheKey,
        _ read: (TransportResponse) throws -> Void
    ) async throws {
        let epoch = cache.epoch(of: key.surface)
        var body: [UInt8] = []
        try await perform(call, options, owner: key.owner) { response in
            try read(response)
            body = response.body
        }
        await cache.keep(body, for: key, asOf: epoch)
    }

    private func refresh(
        _ call: PreparedCall,
        _ options: CallOptions,
        _ key: CacheKey,
        _ check: @escaping @Sendable (TransportResponse) throws -> Void
    ) {
        guard cache.beginRefresh(key) else { return }
        background.run { [self] in
            _ = try? await fetch(call, options, key, check)
            cache.endRefresh(key)
        }
    }
}
