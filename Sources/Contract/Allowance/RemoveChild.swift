extension API.Allowance {
    /// Takes a child out of its family.
    public static let removeChild = Endpoint<ChildRequest, Empty>(
        "removeChild",
        .delete,
        "/api/v1/children/{childId}",
        "Takes a child out of the family; what its wallet holds returns to the household.",
        access: .parent,
        scope: .account,
        surface: .allowance,
        example: .example,
        waits: .zero
    )
}
