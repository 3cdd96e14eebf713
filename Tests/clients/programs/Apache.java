import java.util.*;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.*;
import org.apache.hc.client5.http.impl.async.*;
import org.apache.hc.core5.http.ContentType;

/** Apache HttpClient 5. `javax.net.ssl.trustStore` names the trusted certificate. */
class Apache {
  static CloseableHttpAsyncClient client = HttpAsyncClients.createHttp2System();
  static String port, topic;

  static Future<SimpleHttpResponse> push(String token, String alert, String id) {
    SimpleRequestBuilder request =
        SimpleRequestBuilder.post("https://localhost:" + port + "/3/device/" + token)
            .addHeader("apns-topic", topic)
            .setBody("{\"aps\":{\"alert\":\"" + alert + "\"}}", ContentType.APPLICATION_JSON);
    if (id != null) request.addHeader("apns-id", id);
    return client.execute(request.build(), null);
  }

  public static void main(String[] arguments) throws Exception {
    port = arguments[0];
    topic = arguments[1];
    client.start();
    SimpleHttpResponse accepted = push("ab".repeat(32), "accepted", arguments[2]).get();
    System.out.println(accepted.getCode() + " " + accepted.getHeader("apns-id").getValue());
    SimpleHttpResponse rejected = push("zz", "rejected", null).get();
    System.out.println(rejected.getCode() + " " + rejected.getBodyText());
    List<Future<SimpleHttpResponse>> answers = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      answers.add(push(String.format("%064x", number), "burst " + number, null));
    }
    int count = 0;
    for (Future<SimpleHttpResponse> answer : answers) {
      if (answer.get().getCode() == 200) count++;
    }
    System.out.println(count);
    client.close();
  }
}
