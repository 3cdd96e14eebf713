extension ClientSetup {
  /// The setup whose service account is created with it.
  static let firebase = ClientSetup(
    name: "firebase-admin", language: "Python", way: .proxy, otherNames: ["firebase_admin", "fcm"],
    needsKey: false,
    text: """
      # The service account belongs to this inbox; any project_id works.
      # No code change. Push hosts go through the proxy; localhost does not.
      export HTTPS_PROXY=http://{proxy} NO_PROXY=127.0.0.1,localhost
      export REQUESTS_CA_BUNDLE='{ca}' SSL_CERT_FILE='{ca}'
      export GOOGLE_APPLICATION_CREDENTIALS='{account}'
      """)

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
        apns = APNs(
            key=open("key.p8").read(), key_id="KEYID12345", team_id="TEAMID1234",
            topic="com.example.app", use_sandbox=True,
            ssl_context=ssl.create_default_context(cafile="{ca}"))
        """),
    ClientSetup(
      name: "kalyke-apns", language: "Python", way: .proxy, otherNames: ["kalyke"],
      text: """
        # No code change; set the environment:
        export HTTPS_PROXY=http://{proxy} SSL_CERT_FILE='{ca}'
        """),
    ClientSetup(
      name: "pyapns-client", language: "Python", way: .proxy, otherNames: ["pyapns_client"],
      text: """
        # In the shell: export HTTPS_PROXY=http://{proxy}
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
      text: """
        // Once: keytool -importcert -noprompt -alias pushinbox -file '{ca}' \\
        //         -keystore pushinbox.p12 -storepass changeit
        // Then: java -Djavax.net.ssl.trustStore=pushinbox.p12 -Djavax.net.ssl.trustStorePassword=changeit …
        URI uri = URI.create("https://{host}:{port}/3/device/abcd");
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
      name: "apnotic", language: "Ruby", way: .address,
      text: """
        require "apnotic"

        connection = Apnotic::Connection.new(
          url: "https://{host}:{port}", auth_method: :token, cert_path: "key.p8",
          key_id: "KEYID12345", team_id: "TEAMID1234")
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
        //   sudo cp '{ca}' /usr/local/share/ca-certificates/pushinbox.crt && sudo update-ca-certificates
        let configuration = APNSClientConfiguration(
          authenticationMethod: .jwt(
            privateKey: try .init(pemRepresentation: key), keyIdentifier: "KEYID12345",
            teamIdentifier: "TEAMID1234"),
          environment: .custom(url: "https://{host}", port: {port}))
        """),
    firebase,
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
