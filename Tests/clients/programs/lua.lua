-- lua-http. SSL_CERT_FILE names the certificate.
local client = require "http.client"
local cqueues = require "cqueues"
local headers = require "http.headers"

local port, topic, id = table.unpack(arg)
local connection = assert(client.connect({
  host = "localhost", port = tonumber(port), tls = true, version = 2}))

local function push(token, alert, identifier)
  local head = headers.new()
  head:append(":method", "POST")
  head:append(":scheme", "https")
  head:append(":authority", "localhost:" .. port)
  head:append(":path", "/3/device/" .. token)
  head:append("apns-topic", topic)
  if identifier then head:append("apns-id", identifier) end
  local stream = assert(connection:new_stream())
  assert(stream:write_headers(head, false))
  assert(stream:write_chunk(('{"aps":{"alert":"%s"}}'):format(alert), true))
  local answer = assert(stream:get_headers())
  return answer:get(":status"), answer:get("apns-id"), assert(stream:get_body_as_string())
end

local status, given, body = push(("ab"):rep(32), "accepted", id)
print(status .. " " .. given)
status, given, body = push("zz", "rejected")
print(status .. " " .. body)
local queue, count = cqueues.new(), 0
for number = 0, 99 do
  queue:wrap(function()
    if push(("%064x"):format(number), "burst " .. number) == "200" then count = count + 1 end
  end)
end
assert(queue:loop())
print(count)
-- connection:close() would send a GOAWAY frame with a stream of its own, which RFC 9113 §6.8 does not allow.
