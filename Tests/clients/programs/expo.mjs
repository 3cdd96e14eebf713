// Node's own HTTP client with the addresses of expo-server-sdk, which is not in Debian: the library reads EXPO_BASE_URL in
// src/ExpoClientValues.ts. NODE_EXTRA_CA_CERTS names the certificate.
const address = `${process.env.EXPO_BASE_URL || "https://exp.host"}/--/api/v2/push`;

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()).data;
}

const message = (to, text) => ({ to, title: "Ann", body: `expo-server-sdk ${text}` });
const [accepted] = await post("/send", [message("ExponentPushToken[b]", "accepted")]);
console.log(accepted.status);
const [rejected] = await post("/send", [message("b", "rejected")]);
console.log(rejected.details.error);
const numbers = [...Array(100).keys()];
const burst = await post("/send", numbers.map((number) => message(`ExponentPushToken[${number}]`, "burst")));
const receipts = await post("/getReceipts", { ids: burst.map((ticket) => ticket.id) });
console.log(Object.values(receipts).filter((receipt) => receipt.status === "ok").length);
