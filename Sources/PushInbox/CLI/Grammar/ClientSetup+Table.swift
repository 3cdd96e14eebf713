extension ClientSetup {
  /// The environment of Google's library for FCM; `env` creates the service account.
  private static let ofFirebase = """
    # The service account belongs to this inbox; any project_id works.
    # No code change. Push hosts go through the proxy; localhost does not.
    export HTTPS_PROXY=http://{proxy} NO_PROXY={no-proxy}
    export REQUESTS_CA_BUNDLE='{ca}' SSL_CERT_FILE='{ca}'
    export GOOGLE_APPLICATION_CREDENTIALS='{account}'
    """

  /// The key store with the certificate, for libraries that use that of the JDK.
  private static let ofJDK = """
    // Once: keytool -importcert -noprompt -alias pushinbox -file '{ca}' \\
    //         -keystore pushinbox.p12 -storepass changeit
    // Then: java -Djavax.net.ssl.trustStore=pushinbox.p12 \
    -Djavax.net.ssl.trustStorePassword=changeit …

    """

  /// All senders with a setup.
  static let all = [
    ClientSetup(
      name: "curl", language: "shell", way: .address, needsKey: false,
      text: """
        curl --http2 --cacert '{ca}' -H apns-topic:com.example.app \\
          -d '{"aps":{"alert":"Hi"}}' https://{host}:{port}/3/device/abcd
        """),
    ClientSetup(
      name: "aioapns", language: "Python", way: .address,
      text: """
        # aioapns's own proxy option fails from Python 3.11 on.
        import ssl
        from aioapns import APNs
        from aioapns.connection import APNsDevelopmentClientProtocol, APNsProductionClientProtocol

        # The host with use_sandbox=True, and the one with use_sandbox=False.
        for protocol in APNsDevelopmentClientProtocol, APNsProductionClientProtocol:
            protocol.APNS_SERVER, protocol.APNS_PORT = "{host}", {port}

        # Call it in a coroutine, since APNs keeps the event loop in which it is created.
        def make_apns():
            return APNs(
                key=open("key.p8").read(), key_id="KEYID12345", team_id="TEAMID1234",
                topic="com.example.app", use_sandbox=True,
                ssl_context=ssl.create_default_context(cafile="{ca}"))
        """),
    ClientSetup(
      name: "httpx", language: "Python", way: .address, needsKey: false,
      text: """
        # Install httpx[http2].
        import ssl
        import httpx

        client = httpx.Client(
            base_url="https://{host}:{port}", http2=True,
            verify=ssl.create_default_context(cafile="{ca}"))
        response = client.post(
            "/3/device/abcd", headers={"apns-topic": "com.example.app"},
            json={"aps": {"alert": "Hi"}})
        """),
    ClientSetup(
      name: "kalyke-apns", language: "Python", way: .proxy, otherNames: ["kalyke"],
      text: """
        # No code change; set the environment:
        export HTTPS_PROXY=http://{proxy} NO_PROXY={no-proxy} SSL_CERT_FILE='{ca}'
        """),
    ClientSetup(
      name: "pyapns-client", language: "Python", way: .proxy, otherNames: ["pyapns_client"],
      text: """
        # In the shell: export HTTPS_PROXY=http://{proxy} NO_PROXY={no-proxy}
        from pyapns_client import APNSClient

        client = APNSClient(
            mode=APNSClient.MODE_DEV, root_cert_path="{ca}",
            auth_key_path="key.p8", auth_key_id="KEYID12345", team_id="TEAMID1234")
        """),
    ClientSetup(
      name: "aapns", language: "Python", way: .address, needsKey: false,
      text: """
        # aapns signs with a certificate; any works:
        #   openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=push -keyout push.pem -out crt.pem
        #   cat crt.pem >> push.pem
        from aapns.api import Server

        server = Server(
            client_cert_path="push.pem", host="{host}", port={port}, ca_file="{ca}")
        client = await server.create_client()  # in a coroutine
        """),
    ClientSetup(
      name: "apns2-up", language: "Python", way: .address,
      text: """
        import hyper.tls
        from apns2.client import APNsClient
        from apns2.credentials import TokenCredentials

        hyper.tls.cert_loc = "{ca}"
        APNsClient.LIVE_SERVER, APNsClient.DEFAULT_PORT = "{host}", {port}
        client = APNsClient(TokenCredentials("key.p8", "KEYID12345", "TEAMID1234"))
        """),
    ClientSetup(
      name: "java.net.http", language: "Java", way: .address, otherNames: ["java"],
      needsKey: false,
      text: ofJDK + #"URI uri = URI.create("https://{host}:{port}/3/device/abcd");"#),
    ClientSetup(
      name: "okhttp", language: "Java", way: .address, needsKey: false,
      text: ofJDK + """
        Request request = new Request.Builder()
            .url("https://{host}:{port}/3/device/abcd").header("apns-topic", "com.example.app")
            .post(RequestBody.create(json, MediaType.get("application/json"))).build();
        """),
    ClientSetup(
      name: "jetty", language: "Java", way: .address, otherNames: ["jetty-http2-client"],
      needsKey: false,
      text: ofJDK + """
        SslContextFactory.Client trust = new SslContextFactory.Client();
        trust.setTrustStorePath(System.getProperty("javax.net.ssl.trustStore"));
        trust.setTrustStorePassword(System.getProperty("javax.net.ssl.trustStorePassword"));
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()), trust);
        client.start();
        client.POST("https://{host}:{port}/3/device/abcd").header("apns-topic", "com.example.app")
            .content(new StringContentProvider(json)).send();
        """),
    ClientSetup(
      name: "httpclient5", language: "Java", way: .address, otherNames: ["apache httpclient"],
      needsKey: false,
      text: ofJDK + """
        CloseableHttpAsyncClient client = HttpAsyncClients.createHttp2System();
        client.start();
        client.execute(
            SimpleRequestBuilder.post("https://{host}:{port}/3/device/abcd")
                .addHeader("apns-topic", "com.example.app")
                .setBody(json, ContentType.APPLICATION_JSON).build(), null);
        """),
    ClientSetup(
      name: "node-apn", language: "Node", way: .address, otherNames: ["@parse/node-apn", "apn"],
      text: """
        import { readFileSync } from "node:fs";
        import apn from "@parse/node-apn";

        const provider = new apn.Provider({
          token: { key: "key.p8", keyId: "KEYID12345", teamId: "TEAMID1234" },
          address: "{host}", port: {port}, ca: readFileSync("{ca}"),
        });
        """),
    ClientSetup(
      name: "apns2", language: "Node", way: .address,
      text: """
        // apns2 only uses port 443, so replace its connection pool.
        import { readFileSync } from "node:fs";
        import { ApnsClient } from "apns2";
        import { Pool } from "undici";

        const client = new ApnsClient({
          signingKey: readFileSync("key.p8"), keyId: "KEYID12345", team: "TEAMID1234",
          defaultTopic: "com.example.app",
        });
        client.client = new Pool("https://{host}:{port}", {
          allowH2: true, connect: { ca: readFileSync("{ca}") },
        });
        """),
    ClientSetup(
      name: "node:http2", language: "Node", way: .address, otherNames: ["node"], needsKey: false,
      text: """
        import { readFileSync } from "node:fs";
        import { connect } from "node:http2";

        const session = connect("https://{host}:{port}", { ca: readFileSync("{ca}") });
        """),
    ClientSetup(
      name: "apnotic", language: "Ruby", way: .address,
      text: """
        require "apnotic"

        connection = Apnotic::Connection.new(
          url: "https://{host}:{port}", auth_method: :token, cert_path: "key.p8",
          key_id: "KEYID12345", team_id: "TEAMID1234")
        """),
    ClientSetup(
      name: "http-2", language: "Ruby", way: .address, needsKey: false,
      text: """
        # In the shell: export SSL_CERT_FILE='{ca}'
        require "http/2"
        require "openssl"
        require "socket"

        context = OpenSSL::SSL::SSLContext.new
        context.set_params(alpn_protocols: ["h2"])
        socket = OpenSSL::SSL::SSLSocket.new(TCPSocket.new("{host}", {port}), context)
        socket.hostname = "{host}"
        socket.connect
        client = HTTP2::Client.new
        client.on(:frame) { |bytes| socket.write(bytes) }
        """),
    ClientSetup(
      name: "pushok", language: "PHP", way: .proxy, otherNames: ["edamov/pushok"],
      text: """
        # No code change; set the environment:
        https_proxy=http://{proxy} php -d curl.cainfo='{ca}' send.php
        """),
    ClientSetup(
      name: "sideshow/apns2", language: "Go", way: .address,
      text: """
        // In the shell, on Linux: export SSL_CERT_FILE='{ca}'
        client := apns2.NewTokenClient(token)
        client.Host = "https://{host}:{port}"
        """),
    ClientSetup(
      name: "x/net/http2", language: "Go", way: .address, otherNames: ["golang.org/x/net/http2"],
      needsKey: false,
      text: """
        // In the shell, on Linux: export SSL_CERT_FILE='{ca}'
        client := http.Client{Transport: &http2.Transport{}}
        request, err := http.NewRequest("POST", "https://{host}:{port}/3/device/abcd", body)
        """),
    ClientSetup(
      name: "lua-http", language: "Lua", way: .address, needsKey: false,
      text: """
        -- In the shell: export SSL_CERT_FILE='{ca}'
        local client = require "http.client"
        local connection = assert(client.connect({
          host = "{host}", port = {port}, tls = true, version = 2}))
        local stream = assert(connection:new_stream())
        """),
    ClientSetup(
      name: "Protocol::HTTP2", language: "Perl", way: .address, needsKey: false,
      text: """
        # In the shell: export SSL_CERT_FILE='{ca}'
        use IO::Socket::SSL;
        use Protocol::HTTP2::Client;

        my $socket = IO::Socket::SSL->new(
            PeerHost => '{host}', PeerPort => {port}, SSL_alpn_protocols => ['h2'])
            or die $SSL_ERROR;
        my $client = Protocol::HTTP2::Client->new(keepalive => 1);
        """),
    ClientSetup(
      name: "http2", language: "Haskell", way: .address, needsKey: false,
      text: """
        -- Over the package tls. Open the socket to {host}, port {port}.
        Just store <- readCertificateStore "{ca}"
        context <- contextNew socket (defaultParamsClient "{host}" "")
          { clientShared = def {sharedCAStore = store}
          , clientHooks = def {onSuggestALPN = return (Just ["h2"])}
          , clientSupported = def {supportedCiphers = ciphersuite_default}
          }
        """),
    ClientSetup(
      name: "pushy", language: "Java", way: .address,
      text: """
        ApnsClient client = new ApnsClientBuilder()
            .setApnsServer("{host}", {port})
            .setTrustedServerCertificateChain(new File("{ca}"))
            .setSigningKey(
                ApnsSigningKey.loadFromPkcs8File(new File("key.p8"), "TEAMID1234", "KEYID12345"))
            .build();
        """),
    ClientSetup(
      name: "APNSwift", language: "Swift", way: .address,
      text: """
        // APNSwift uses the trust store of the system. On Debian and Ubuntu:
        //   sudo cp '{ca}' /usr/local/share/ca-certificates/pushinbox.crt && \
        sudo update-ca-certificates
        let configuration = APNSClientConfiguration(
          authenticationMethod: .jwt(
            privateKey: try .init(pemRepresentation: key), keyIdentifier: "KEYID12345",
            teamIdentifier: "TEAMID1234"),
          environment: .custom(url: "https://{host}", port: {port}))
        """),
    ClientSetup(
      name: "django-push-notifications", language: "Python", way: .address,
      otherNames: ["push_notifications"],
      text: """
        # Install django-push-notifications[APNS-ASYNC], which sends by aioapns.
        # In the shell: export SSL_CERT_FILE='{ca}'
        # In settings.py:
        from aioapns.connection import APNsDevelopmentClientProtocol, APNsProductionClientProtocol

        # The host with APNS_USE_SANDBOX, and the one without it.
        for protocol in APNsDevelopmentClientProtocol, APNsProductionClientProtocol:
            protocol.APNS_SERVER, protocol.APNS_PORT = "{host}", {port}
        PUSH_NOTIFICATIONS_SETTINGS = {
            "APNS_AUTH_KEY_PATH": "key.p8", "APNS_AUTH_KEY_ID": "KEYID12345",
            "APNS_TEAM_ID": "TEAMID1234", "APNS_TOPIC": "com.example.app",
            "APNS_USE_SANDBOX": True,
        }
        """),
    ClientSetup(
      name: "firebase-admin", language: "Python", way: .proxy,
      otherNames: ["firebase_admin", "fcm"], needsKey: false, text: ofFirebase),
    ClientSetup(
      name: "fcm-django", language: "Python", way: .proxy, otherNames: ["fcm_django"],
      needsKey: false, text: ofFirebase),
    ClientSetup(
      name: "apprise", language: "Python", way: .proxy, needsKey: false,
      text: ofFirebase + """

        # apprise -b Hi "fcm://pushinbox/TOKEN?keyfile=$GOOGLE_APPLICATION_CREDENTIALS"
        """),
    ClientSetup(
      name: "exponent_server_sdk", language: "Python", way: .address,
      otherNames: ["exponent-server-sdk", "expo"], needsKey: false,
      text: """
        # In the shell: export REQUESTS_CA_BUNDLE='{ca}'
        from exponent_server_sdk import PushClient

        client = PushClient(host="https://{host}:{port}")
        """),
    ClientSetup(
      name: "expo-server-sdk", language: "Node", way: .address,
      otherNames: ["expo-server-sdk-node"], needsKey: false,
      text: """
        // No code change. In the shell:
        //   export EXPO_BASE_URL=https://{host}:{port} NODE_EXTRA_CA_CERTS='{ca}'
        """),
    ClientSetup(
      name: "pushjack", language: "Python up to 3.11", way: .legacy,
      text: """
        # pushjack needs a certificate; any works:
        #   openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=push -keyout push.pem -out crt.pem
        #   cat crt.pem >> push.pem
        from pushjack import APNSSandboxClient

        APNSSandboxClient.host, APNSSandboxClient.port = "{legacy-host}", {legacy-port}
        APNSSandboxClient.feedback_host = "{feedback-host}"
        APNSSandboxClient.feedback_port = {feedback-port}
        client = APNSSandboxClient(certificate="push.pem")
        """),
    ClientSetup(
      name: "tapns3", language: "Python up to 3.11", way: .legacy,
      text: """
        # Make the certificate as for pushjack.
        from apns import APNs

        apns = APNs(use_sandbox=True, cert_file="push.pem", key_file="push.pem")
        gateway, feedback = apns.gateway_server, apns.feedback_server
        gateway.server, gateway.port = "{legacy-host}", {legacy-port}
        feedback.server, feedback.port = "{feedback-host}", {feedback-port}
        """),
    ClientSetup(
      name: "stream_socket_client", language: "PHP", way: .legacy, otherNames: ["php"],
      text: """
        // In place of, with a certificate: ssl://gateway.sandbox.push.apple.com:2195
        $apns = stream_socket_client('tcp://{legacy}', $error, $message, 60);
        fwrite($apns, chr(0) . pack('n', 32) . pack('H*', $token) . pack('n', strlen($body)) . $body);
        """),
  ]
}
