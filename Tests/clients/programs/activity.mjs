// A push to a Live Activity with Node's own HTTP/2 client. NODE_EXTRA_CA_CERTS names the certificate.
import { connect } from "node:http2";

const push = JSON.parse(process.argv[2]);
const session = connect(`https://localhost:${push.port}`);
const request = session.request({
  ":method": "POST",
  ":path": `/3/device/${push.token}`,
  "apns-topic": push.topic,
  "apns-push-type": "liveactivity",
});
let head;
let body = "";
request.on("response", (fields) => (head = fields));
request.on("data", (part) => (body += part));
request.on("end", () => {
  console.log(head[":status"], body ? JSON.parse(body).reason : "");
  session.close();
});
request.end(JSON.stringify(push.payload));
