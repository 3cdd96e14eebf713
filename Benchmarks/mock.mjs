// A mock of the provider API as projects write them for tests: answers every push with 200 and an apns-id, without
// checks or a store. Usage: `mock.mjs PORT [KEY CERTIFICATE]`, over TLS with the last two.
import http2 from "node:http2";
import fs from "node:fs";
import { randomUUID } from "node:crypto";

const [port, key, certificate] = process.argv.slice(2);
const server = key
  ? http2.createSecureServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) })
  : http2.createServer();

server.on("stream", (stream) => {
  stream.resume();
  stream.on("end", () => {
    stream.respond({ ":status": 200, "apns-id": randomUUID().toUpperCase() }, { endStream: true });
  });
});
server.listen(Number(port), "127.0.0.1");
