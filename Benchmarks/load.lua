-- Sends one request after another, each as the next of the members whose tokens a file lists, or
-- as nobody when the file is "-".
--
--   wrk -t 2 -c 64 -d 10s -s load.lua http://127.0.0.1:8080/rules -- TOKENS GET
--   wrk -t 2 -c 64 -d 10s -s load.lua http://127.0.0.1:8080/rules -- TOKENS POST BODY
--
-- The last line it prints is one JSON object: what was answered, what failed, and how long it took.

local threads = 0

function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

-- Each thread starts half way round from the other, so that they meet no household together.
function init(args)
    local file, method, body = args[1], args[2], args[3]
    requests = {}
    if file == "-" then
        requests[1] = wrk.format(method, nil, { ["Content-Type"] = "application/json" }, body)
    else
        for token in io.lines(file) do
            local headers = {
                ["Authorization"] = "Bearer " .. token,
                ["Content-Type"] = "application/json",
            }
            requests[#requests + 1] = wrk.format(method, nil, headers, body)
        end
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
