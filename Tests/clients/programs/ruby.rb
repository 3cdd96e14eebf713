# http-2. SSL_CERT_FILE names the certificate.
require "http/2"
require "openssl"
require "socket"

PORT, TOPIC, ID = ARGV
context = OpenSSL::SSL::SSLContext.new
context.set_params(alpn_protocols: ["h2"])
SOCKET = OpenSSL::SSL::SSLSocket.new(TCPSocket.new("localhost", PORT.to_i), context)
SOCKET.hostname = "localhost"
SOCKET.connect
CLIENT = HTTP2::Client.new
CLIENT.on(:frame) { |bytes| SOCKET.write(bytes) }

# The answer is complete when its stream is closed.
def push(token, alert, fields = {})
  answer = { body: +"" }
  stream = CLIENT.new_stream
  stream.on(:headers) { |head| answer.merge!(head.to_h) }
  stream.on(:data) { |part| answer[:body] << part }
  stream.on(:close) { answer[:closed] = true }
  stream.headers(
    { ":method" => "POST", ":scheme" => "https", ":authority" => "localhost:#{PORT}",
      ":path" => "/3/device/#{token}", "apns-topic" => TOPIC }.merge(fields), end_stream: false)
  stream.data(%({"aps":{"alert":"#{alert}"}}))
  answer
end

def wait_for(answers)
  CLIENT << SOCKET.readpartial(16_384) until answers.all? { |answer| answer[:closed] }
  answers
end

accepted, = wait_for([push("ab" * 32, "accepted", "apns-id" => ID)])
puts "#{accepted[":status"]} #{accepted["apns-id"]}"
rejected, = wait_for([push("zz", "rejected")])
puts "#{rejected[":status"]} #{rejected[:body]}"
burst = wait_for((0..99).map { |number| push(format("%064x", number), "burst #{number}") })
puts burst.count { |answer| answer[":status"] == "200" }
