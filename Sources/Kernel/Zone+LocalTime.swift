extension Zone {
    /// What the clock shows here, without its seconds.
    public func time(of instant: Timestamp) -> LocalTime {
        let local = instant.seconds + offset(at: instant.seconds)
        let day = Timestamp.floorDivide(local, 86_400)
        return LocalTime(minuteOfDay: Int(local - day * 86_400) / 60)
    }

    /// The first instant after another at which the clock comes to a time.
    ///
    /// Where the clock is put forward over the time, that is the instant of the change. Where it is
    /// put back, and shows the time twice, that is the first of them that is still to come.
    public func next(_ time: LocalTime, after instant: Timestamp) -> Timestamp {
        let now = instant.seconds
        let local = now + offset(at: now)
        let day = Timestamp.floorDivide(local, 86_400)
        let wanted = Int64(time.minuteOfDay) * 60
        let isToday = wanted > local - day * 86_400
        let target = (isToday ? day : day + 1) * 86_400 + wanted
        return Timestamp(seconds: first(showing: target, after: now))
    }

    /// The instant at which the clock comes to a time on a day here.
    public func instant(of time: LocalTime, on day: CivilDay) -> Timestamp {
        next(time, after: start(of: day).adding(milliseconds: -1))
    }

    /// The first second after another at which the clock shows a local second, or has passed it.
    private func first(showing target: Int64, after now: Int64) -> Int64 {
        let near = target - offset(at: now)
        let around = [offset(at: near - 86_400), offset(at: near + 86_400)]
        let candidates = around.map { target - $0 }.sorted()
        let exact = candidates.first { $0 > now && $0 + offset(at: $0) == target }
        if let exact { return exact }
        // The clock steps over it, once between the two.
        var low = max(candidates[0], now + 1)
        var high = max(candidates[1], low)
        while low < high {
            let middle = low + (high - low) / 2
            if middle + offset(at: middle) < target {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
