-- Sends one request after another, each as the next of the members whose tokens a file lists, or
-- as nobody when the file is "-". A line that begins with "cookie " has the cookie of a browser.
--
--   wrk -t 2 -c 64 -d 10s -s load.lua http://127.0.0.1:8080/rules -- TOKENS GET
--   wrk -t 2 -c 64 -d 10s -s load.lua http://127.0.0.1:8080/rules -- TOKENS POST BODY
--   wrk -t 1 -c 1 -d 10s -s load.lua http://127.0.0.1:8080/rag/search -- TOKENS POST @BODIES
--
-- A body that begins with "@" names a file of bodies, one a line; each request has the next.
--
-- The last line it prints is one JSON object: what was answered, what failed, and how long it took.

local threads = 0

function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

local function lines(file)
    local found = {}
    for line in io.lines(file) do
        found[#found + 1] = line
    end
    return found
end

-- Each thread starts half way round from the other, so that they meet no household together.
function init(args)
    local file, method, body = args[1], args[2], args[3]
    local tokens = file == "-" and {} or lines(file)
    local bodies = { body }
    if body and body:sub(1, 1) == "@" then
        bodies = lines(body:sub(2))
    end
    requests = {}
    for number = 1, math.max(#tokens, #bodies, 1) do
        local headers = { ["Content-Type"] = "application/json" }
        if #tokens > 0 then
            local token = tokens[(number - 1) % #tokens + 1]
            local cookie = token:match("^cookie (.*)$")
            if cookie then
                headers["Cookie"] = cookie
            else
                headers["Authorization"] = "Bearer " .. token
            end
        end
        requests[number] = wrk.format(method, nil, headers, bodies[(number - 1) % #bodies + 1])
    end
    turn = math.floor(#requests / 2) * number
end

function request()
    turn = turn % #requests + 1
    return requests[turn]
end

function done(summary, latency, _)
    local errors = summary.errors
    io.write(string.format(
        '{"requests": %d, "duration_us": %d, "status_errors": %d, "connect_errors": %d, '
            .. '"read_errors": %d, "write_errors": %d, "timeouts": %d, '
            .. '"p50_us": %d, "p99_us": %d, "most_us": %d}\n',
        summary.requests, summary.duration, errors.status, errors.connect,
        errors.read, errors.write, errors.timeout,
        latency:percentile(50), latency:percentile(99), latency.max
    ))
end
