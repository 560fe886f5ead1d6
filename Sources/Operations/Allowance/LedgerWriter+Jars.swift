import Allowance
import Contract
import Kernel
import Ledger
import SQL
import Store

extension LedgerWriter {
    /// Pays a child from the pool, or from outside where the pool has no set balance.
    ///
    /// - Throws: ``Problem`` `insufficientFunds` when the pool holds less.
    mutating func reward(
        _ child: ChildProfile,
        _ minor: Int64,
        as kind: Transfer.Kind,
        _ text: String,
        by author: ID<Entity.Member>,
        _ call: Call
    ) throws -> ID<Entity.Transfer> {
        let payer = try payer()
        let amount = Money(minor: minor, currency: household.currency)
        try requireFunds(amount, in: payer)
        return try move(amount, from: payer.id, to: child.wallet, as: kind, text, by: author, call)
    }

    /// Moves a child's money, between two of its accounts unless `kind` says otherwise.
    ///
    /// - Throws: ``Problem`` `insufficientFunds` when there is less where it is to come from.
    mutating func move(
        _ minor: Int64,
        from source: ID<Entity.Account>,
        to target: ID<Entity.Account>,
        as kind: Transfer.Kind = .own,
        _ text: String,
        by author: ID<Entity.Member>,
        _ call: Call
    ) throws -> ID<Entity.Transfer> {
        let account = try Accounts.find(source, of: household.id, in: session)
            .orCorrupt("a child has no such account")
        let amount = Money(minor: minor, currency: household.currency)
        try requireFunds(amount, in: account)
        return try move(amount, from: source, to: target, as: kind, text, by: author, call)
    }

    /// Sets how a child's allowance is shared, and opens its jars when it has none.
    ///
    /// The edit comes first: it moves the end of the chain, where two writers meet, so that of two
    /// who open jars one is tried again and does not find its place taken.
    mutating func setSplit(
        _ split: Split,
        of child: ChildProfile,
        by author: ID<Entity.Member>,
        _ call: Call
    ) throws {
        let body = [
            JSON.Member("spend", .number(String(split.spendPercent))),
            JSON.Member("save", .number(String(split.savePercent))),
            JSON.Member("give", .number(String(split.givePercent))),
        ]
        try record(
            Edit(
                .splitSet,
                of: child.id.text,
                body,
                in: household.id,
                by: author,
                owner: child.member,
                call
            )
        )
        let parts: [(kind: JarRecord.Kind, name: String, percent: Int)] = [
            (.save, "Savings", split.savePercent), (.give, "Giving", split.givePercent),
        ]
        let isNew = try Jars.list(of: child.id, in: session).isEmpty
        for (kind, name, percent) in parts {
            if isNew {
                try openJar(kind, named: name, percent, of: child, call)
            } else {
                try Jars.setPercent(percent, kind, of: child.id, in: session)
            }
        }
    }

    private func openJar(
        _ kind: JarRecord.Kind,
        named name: String,
        _ percent: Int,
        of child: ChildProfile,
        _ call: Call
    ) throws {
        let account = AccountRecord(.wallet, named: name, in: household, of: child.member, call)
        try Accounts.insert(account, in: session)
        try Jars.insert(kind, of: child.id, account: account.id, percent: percent, in: session)
    }

    private func requireFunds(_ amount: Money, in account: AccountRecord) throws {
        let available = account.totals.availableMinor
        guard account.kind.mayOverdraw || available >= amount.minor else {
            throw Problem.insufficientFunds(
                available: Money(minor: available, currency: account.currency),
                requested: amount
            )
        }
    }
}
