import java.io.IOException;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.*;

/** OkHttp. The system property `javax.net.ssl.trustStore` names the trusted certificate. */
class OkHttp {
  static final MediaType JSON = MediaType.get("application/json");
  static String port, topic;

  static Request push(String token, String alert, String id) {
    Request.Builder request = new Request.Builder()
        .url("https://localhost:" + port + "/3/device/" + token)
        .header("apns-topic", topic)
        .post(RequestBody.create(JSON, "{\"aps\":{\"alert\":\"" + alert + "\"}}"));
    return (id == null ? request : request.header("apns-id", id)).build();
  }

  public static void main(String[] arguments) throws Exception {
    port = arguments[0];
    topic = arguments[1];
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequestsPerHost(100);
    dispatcher.setMaxRequests(100);
    OkHttpClient client = new OkHttpClient.Builder()
        .dispatcher(dispatcher).readTimeout(60, TimeUnit.SECONDS).build();
    try (Response accepted =
        client.newCall(push("ab".repeat(32), "accepted", arguments[2])).execute()) {
      System.out.println(accepted.code() + " " + accepted.header("apns-id"));
    }
    try (Response rejected = client.newCall(push("zz", "rejected", null)).execute()) {
      System.out.println(rejected.code() + " " + rejected.body().string());
    }
    AtomicInteger count = new AtomicInteger();
    CountDownLatch answers = new CountDownLatch(100);
    for (int number = 0; number < 100; number++) {
      String token = String.format("%064x", number);
      client.newCall(push(token, "burst " + number, null)).enqueue(new Callback() {
        public void onResponse(Call call, Response response) {
          if (response.code() == 200) count.incrementAndGet();
          response.close();
          answers.countDown();
        }

        public void onFailure(Call call, IOException error) {
          error.printStackTrace();
          answers.countDown();
        }
      });
    }
    answers.await();
    System.out.println(count);
    dispatcher.executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
