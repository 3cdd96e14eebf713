// Node's own HTTP/2 client. NODE_EXTRA_CA_CERTS names the certificate.
import { connect } from "node:http2";

const [port, topic, id] = process.argv.slice(2);
const session = connect(`https://localhost:${port}`);

function push(token, alert, fields = {}) {
  return new Promise((resolve, reject) => {
    const request = session.request({
      ":method": "POST",
      ":path": `/3/device/${token}`,
      "apns-topic": topic,
      ...fields,
    });
    let head;
    let body = "";
    request.on("response", (fields) => (head = fields));
    request.on("data", (part) => (body += part));
    request.on("error", reject);
    request.on("end", () => resolve({ status: head[":status"], id: head["apns-id"], body }));
    request.end(JSON.stringify({ aps: { alert } }));
  });
}

const accepted = await push("ab".repeat(32), "accepted", { "apns-id": id });
console.log(accepted.status, accepted.id);
const rejected = await push("zz", "rejected");
console.log(rejected.status, rejected.body);
const numbers = [...Array(100).keys()];
const burst = await Promise.all(
  numbers.map((number) => push(number.toString(16).padStart(64, "0"), `burst ${number}`)));
console.log(burst.filter((answer) => answer.status === 200).length);
session.close();
