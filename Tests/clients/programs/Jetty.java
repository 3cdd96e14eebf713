import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.*;
import org.eclipse.jetty.client.util.StringContentProvider;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Jetty's HttpClient over HTTP/2. */
class Jetty {
  static HttpClient client;
  static String port, topic;

  static Request push(String token, String alert) {
    return client.POST("https://localhost:" + port + "/3/device/" + token)
        .header("apns-topic", topic)
        .content(new StringContentProvider("{\"aps\":{\"alert\":\"" + alert + "\"}}"));
  }

  public static void main(String[] arguments) throws Exception {
    port = arguments[0];
    topic = arguments[1];
    SslContextFactory.Client trust = new SslContextFactory.Client();
    trust.setTrustStorePath(System.getProperty("javax.net.ssl.trustStore"));
    trust.setTrustStorePassword(System.getProperty("javax.net.ssl.trustStorePassword"));
    client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()), trust);
    client.setMaxConnectionsPerDestination(1);
    client.start();
    ContentResponse accepted =
        push("ab".repeat(32), "accepted").header("apns-id", arguments[2]).send();
    System.out.println(accepted.getStatus() + " " + accepted.getHeaders().get("apns-id"));
    ContentResponse rejected = push("zz", "rejected").send();
    System.out.println(rejected.getStatus() + " " + rejected.getContentAsString());
    AtomicInteger count = new AtomicInteger();
    CountDownLatch answers = new CountDownLatch(100);
    for (int number = 0; number < 100; number++) {
      push(String.format("%064x", number), "burst " + number).send(result -> {
        if (result.isSucceeded() && result.getResponse().getStatus() == 200) {
          count.incrementAndGet();
        }
        answers.countDown();
      });
    }
    answers.await();
    System.out.println(count);
    client.stop();
  }
}
