extension Limits {
    /// How long a device lists its family until a parent has to say so again, in milliseconds;
    /// browsers keep no cookie longer than 400 days.
    public static let familyDeviceMilliseconds: Int64 = 365 * 86_400_000
    /// The longest text of such a device that is looked at, in bytes.
    public static let familyDeviceBytes = 512
    /// Members that such a device lists.
    public static let familyDevicePeople = 50
}
