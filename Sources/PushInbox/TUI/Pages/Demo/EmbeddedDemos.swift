// swift-format-ignore-file
// Written by .ci/embed-demos: change the files of assets and run it again.

/// The demos, compiled in: the texts of the files by their paths in `assets`.
enum EmbeddedDemos {
  static let files: [String: String] = [
    "demos/chat.jsonl": ##"""
// A phone in two minutes: pushes arrive, become a group, are hidden, silenced, break through and are answered.
// `pushinbox demo` plays it before your eyes, `pushinbox run assets/demos/chat.jsonl` checks it.
{"clock":"2026-04-14T21:52:00+03:00","seed":7}
{"device":{"timeZone":"Europe/Moscow","languages":["en"]}}
{"app":{"bundleId":"com.example.chat","name":"Chat","timeSensitive":true}}
{"app":{"bundleId":"com.example.health","name":"Health","critical":true}}
{"app":{"bundleId":"com.example.news","name":"News"}}
{"categories":{"MESSAGE":{"hiddenPreviewsBodyPlaceholder":"Message","options":["hiddenPreviewsShowTitle"],"actions":[{"id":"REPLY","title":"Reply","textInput":{"button":"Send","placeholder":"Message"}},{"id":"MARK_READ","title":"Mark as read"}]}}}
{"focus":{"name":"Night","from":"22:00","to":"07:00","days":"daily","allowTimeSensitive":true}}

{"say":"This is a phone: unlocked, 21:52 in Moscow. A push arrives."}
{"push":{"bundleId":"com.example.chat","headers":{"apns-collapse-id":"m1"},"payload":{"aps":{"alert":{"title":"Nikita","body":"Are you still up? The release is out."},"thread-id":"nikita","category":"MESSAGE","sound":"default","badge":1},"sender":"nikita@example.com"}}}
{"expect":{"last":{"outcome":"shown","presented":["badge","banner","list","sound"]}}}
{"say":"It shows a banner, plays a sound and adds an entry to the list. More follow in the same thread …"}
{"advance":"6s"}
{"push":{"bundleId":"com.example.chat","headers":{"apns-collapse-id":"m2"},"payload":{"aps":{"alert":{"title":"Nikita","body":"Downloads look good so far."},"thread-id":"nikita","category":"MESSAGE","sound":"default","badge":2},"sender":"nikita@example.com"}}}
{"advance":"5s"}
{"push":{"bundleId":"com.example.news","payload":{"aps":{"alert":{"title":"The evening in brief","body":"Rain until Thursday, then sun."},"thread-id":"daily"}}}}
{"advance":"4s"}
{"push":{"bundleId":"com.example.chat","headers":{"apns-collapse-id":"m3"},"payload":{"aps":{"alert":{"title":"Nikita","body":"Shall we call at nine tomorrow?"},"thread-id":"nikita","category":"MESSAGE","sound":"default","badge":3},"sender":"nikita@example.com"}}}
{"say":"… and thread-id puts them into one group, as on the phone. Right unfolds it."}
{"press":"g l"}
{"expect":{"groups":{"$contains":[{"app":"com.example.chat","thread":"nikita","count":3,"by":"thread"}]}}}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/inbox-80x24.svg"}}
{"screen":{"size":"120x36","view":"unfolded","golden":"pictures/inbox-120x36.svg"}}
{"advance":"6s"}

{"say":"Now the phone is locked and hides previews: the placeholder of the category replaces the text."}
{"set":{"lock":"locked"}}
{"press":"I"}
{"push":{"bundleId":"com.example.chat","headers":{"apns-collapse-id":"m4"},"payload":{"aps":{"alert":{"title":"Nikita","body":"I would bring the numbers."},"thread-id":"nikita","category":"MESSAGE","sound":"default","badge":4},"sender":"nikita@example.com"}}}
{"expect":{"last":{"hidden":true,"title":"Nikita","body":"Message"}}}
{"advance":"4s"}

{"say":"At 22:00 the Focus “Night” begins. Only important pushes light the screen from now on."}
{"at":"2026-04-14T22:05:00+03:00","push":{"bundleId":"com.example.news","payload":{"aps":{"alert":{"title":"Late edition","body":"The night train is back."},"thread-id":"daily","sound":"default"}}}}
{"expect":{"device":{"focus":"Night"},"last":{"outcome":"quiet","reason":"focus.rule"}}}
{"say":"That push went to the list without sound or light. The key w explains why."}
{"press":"I g w"}
{"screen":{"size":"80x24","view":"why","golden":"pictures/why-80x24.svg"}}
{"say":"This is the rule that stopped it, the changes that would have shown it, and all other rules, folded."}
{"press":"Esc"}

{"say":"A critical alert has the entitlement to pass every Focus, at its own volume."}
{"at":"2026-04-14T23:10:00+03:00","push":{"bundleId":"com.example.health","payload":{"aps":{"alert":{"title":"Glucose low","body":"3.1 mmol/L, falling"},"sound":{"critical":1,"name":"bingbong.aiff","volume":1.0},"interruption-level":"critical"}}}}
{"expect":{"last":{"outcome":"shown","level":"critical","presented":["critical","list","lock"]}}}
{"screen":{"size":"80x24","view":"inbox","golden":"pictures/night-80x24.svg"}}
{"advance":"5s"}

{"say":"In the morning Night ends by schedule. We unlock the phone and reply from the list, as with a long press."}
{"at":"2026-04-15T07:01:00+03:00","set":{"lock":"unlocked"}}
{"expect":{"device":{"focus":null}}}
{"act":{"on":"m4","action":"REPLY","text":"Nine is fine. Good morning!"}}
{"expectEvent":{"event":"action","action":"REPLY","userText":"Nine is fine. Good morning!"}}
{"say":"The app would send the reply to its server: `pushinbox events --json` prints it, a hook can forward it."}
{"expectNone":"is:rejected"}
{"say":"To continue, point your own sender at the port on the status line, or press t for a test push."}

"""##,
    "demos/expo.jsonl": ##"""
// A React Native app: messages of the Expo push service, which go on to APNs (docs/systems/expo.md).
// `pushinbox demo expo` plays it before your eyes, `pushinbox run assets/demos/expo.jsonl` checks it.
{"clock":"2026-04-14T18:58:00+03:00","seed":9}
{"device":{"timeZone":"Europe/Moscow"}}
{"app":{"bundleId":"com.example.bakery","name":"Bakery","timeSensitive":true}}
{"config":{"expo":{"app":"com.example.bakery"}}}

{"say":"A bakery has a React Native app. Its server sends to a token of Expo, and Expo sends on to APNs."}
{"expo":{"messages":[{"to":"ExponentPushToken[bakery01]","title":"Order 12","body":"We have your order","sound":"default","badge":1}]}}
{"expect":{"last":{"app":"com.example.bakery","outcome":"shown","body":"We have your order"},"badges":{"com.example.bakery":1}}}
{"press":"g"}
{"advance":"6s"}
{"say":"The id of the ticket that the server receives is the apns-id of the push: pushinbox why finds it."}
{"press":"w"}
{"advance":"5s"}
{"press":"Esc"}
{"say":"An offer with the interruption level passive: it is in the list, without banner and sound."}
{"expo":{"messages":[{"to":"ExponentPushToken[bakery01]","title":"Today","body":"Rolls at half price","sound":"default","interruptionLevel":"passive"}]}}
{"expect":{"last":{"outcome":"quiet","reason":"level.passive","presented":["list"]}}}
{"advance":"6s"}
{"say":"The user turns on Do Not Disturb. The order is time-sensitive, so it is shown nevertheless."}
{"set":{"dnd":"on"}}
{"expo":{"messages":[{"to":"ExponentPushToken[bakery01]","title":"Order 12","body":"Ready: please come before 20:00","sound":"default","interruptionLevel":"time-sensitive","data":{"order":12}}]}}
{"expect":{"last":{"outcome":"shown","level":"time-sensitive"},"unread":3}}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/expo-80x24.svg"}}
{"advance":"6s"}
{"say":"The user opens it: the app receives the action, with the data of the message."}
{"act":{"on":"last","action":"open"}}
{"expectEvent":{"event":"action","payload":{"body":{"order":12}}}}
{"advance":"6s"}
{"set":{"dnd":"off"}}
{"at":"2026-04-14T19:10:00+03:00","say":"The phone is offline. Without ttl, APNs tries once: only the message with ttl waits for the phone."}
{"set":{"online":"no"}}
{"expo":{"messages":[{"to":"ExponentPushToken[bakery01]","body":"Fresh bread"},{"to":"ExponentPushToken[bakery01]","title":"Order 12","body":"We close in 30 minutes","ttl":3600}]}}
{"advance":"90s"}
{"set":{"online":"yes"}}
{"expect":{"last":{"body":"We close in 30 minutes","outcome":"shown"},"unread":3}}
{"press":"g"}
{"advance":"6s"}
{"say":"A sender's mistake: a token without ExponentPushToken[…]. Rejected shows the cause and the fix."}
{"expo":{"messages":[{"to":"bakery01","body":"Fresh bread"}]}}
{"expect":{"rejected":1,"last":{"wire":"expo","reason":"DeviceNotRegistered"}}}
{"press":"2"}
{"advance":"7s"}
{"press":"1"}
{"say":"The user deletes the app. The ticket is good; its receipt says DeviceNotRegistered."}
{"set":{"apps.com.example.bakery.installed":false}}
{"expo":{"messages":[{"to":"ExponentPushToken[bakery01]","body":"We miss you"}]}}
{"expect":{"rejected":2,"last":{"reason":"DeviceNotRegistered"}}}
{"press":"2"}
{"advance":"7s"}
{"press":"1"}
{"say":"Your own sender can push here: pushinbox env --client expo-server-sdk prints its settings."}

"""##,
    "demos/fcm.jsonl": ##"""
// An Android phone: messages of FCM HTTP v1, with tags, channels, collapse keys and topics (docs/systems/fcm.md).
// `pushinbox demo fcm` plays it before your eyes, `pushinbox run assets/demos/fcm.jsonl` checks it.
{"clock":"2026-04-14T18:58:00+03:00","seed":8}
{"device":{"timeZone":"Europe/Moscow","languages":["en","ru"]}}
{"app":{"bundleId":"com.example.parcels","name":"Parcels","strings":"../strings/parcels","channels":{"courier":"high","progress":"low","ads":"none"}}}

{"say":"A phone with Android. A parcel service sends over FCM: one JSON message per request, to a token that is not hex."}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Parcel 7","body":"Left the depot"},"android":{"restricted_package_name":"com.example.parcels","notification":{"channel_id":"progress","tag":"parcel-7"}}}}}
{"expect":{"last":{"outcome":"quiet","reason":"channel.low","presented":["list"]}}}
{"press":"g w"}
{"advance":"6s"}
{"say":"No banner, no sound: its channel, progress, has importance low. The trace has a step for channels."}
{"screen":{"size":"80x24","view":"why","golden":"pictures/fcm-why-80x24.svg"}}
{"advance":"5s"}
{"press":"Esc"}
{"at":"2026-04-14T19:05:00+03:00","say":"The next push has the same tag: it replaces the first."}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Parcel 7","body":"In your town"},"android":{"notification":{"channel_id":"progress","tag":"parcel-7"}}}}}
{"expect":{"groups":[{"app":"com.example.parcels","count":1}],"last":{"replaced":1}}}
{"advance":"6s"}
{"say":"The courier is near: another channel, with sound. The text comes from the app's strings, by key."}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","android":{"priority":"HIGH","notification":{"channel_id":"courier","title_loc_key":"courier_title","body_loc_key":"courier_near","body_loc_args":["Ivan","7"],"notification_count":1}}}}}
{"expect":{"last":{"outcome":"shown","title":"Courier","body":"Ivan is 7 minutes away"},"badges":{"com.example.parcels":1}}}
{"press":"g"}
{"advance":"8s"}
{"say":"An advertisement arrives. The user has blocked its channel: nothing is shown, and the Log lists it."}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Half the price!","body":"Only today"},"android":{"notification":{"channel_id":"ads"}}}}}
{"expect":{"last":{"outcome":"none","reason":"channel.none"}}}
{"press":"3 G"}
{"advance":"6s"}
{"press":"1"}
{"at":"2026-04-14T19:20:00+03:00","say":"The phone is offline. Three messages wait; two share a collapse key, so only the last of these is delivered."}
{"set":{"online":"no"}}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Courier","body":"5 minutes"},"android":{"collapse_key":"eta","notification":{"channel_id":"courier"}}}}}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Courier","body":"2 minutes"},"android":{"collapse_key":"eta","notification":{"channel_id":"courier"}}}}}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Courier","body":"At your door"},"android":{"notification":{"channel_id":"courier"}}}}}
{"advance":"90s"}
{"set":{"online":"yes"}}
{"expect":{"unread":4,"groups":[{"notifications":[{"body":"At your door"},{"body":"2 minutes"},{"body":"Ivan is 7 minutes away"},{"body":"In your town"}]}]}}
{"press":"g"}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/fcm-80x24.svg"}}
{"advance":"6s"}
{"say":"The user opens it, and the app comes to the foreground."}
{"act":{"on":"last","action":"open"}}
{"advance":"6s"}
{"say":"A sender writes 7 where data needs \"7\". FCM rejects the message, and Rejected shows the field and the fix."}
{"fcm":{"project":"shop","message":{"token":"bk3RNwTe3H0:CI2k_HHwg","data":{"parcel":7}}}}
{"expect":{"rejected":1,"last":{"wire":"fcm","status":400,"reason":"INVALID_ARGUMENT"}}}
{"press":"2"}
{"advance":"7s"}
{"press":"1"}
{"say":"Your own sender can push here without a change: pushinbox env --client firebase-admin prints its settings."}

"""##,
    "demos/icq.jsonl": ##"""
// ICQ in 2010: a session that outlives its client, and who gets a message (docs/systems/icq.md).
// `pushinbox demo icq` plays it before your eyes, `pushinbox run assets/demos/icq.jsonl` checks it.
{"clock":"2010-05-31T21:40:00+04:00","seed":10}
{"device":{"timeZone":"Europe/Moscow","languages":["en"]}}
{"app":{"bundleId":"com.example.icq","name":"ICQ","strings":"../strings/icq"}}

{"say":"An ICQ client on the phone logs in as 222222 and is left. Its session remains: contacts see 222222 online, with a mobile icon."}
{"icq":{"session":{"uin":"222222","mobile":true,"notifyMode":"sendOnePerConversation","iPhoneDevToken":"ababababababababababababababababababababababababababababababab00","iPhoneBundleId":"com.example.icq","iPhoneSound":"IM","iPhoneLocKey":"IM2","iPhoneBadge":true,"iPhoneLocArgs":"srcId,destName,message"}}}
{"advance":"5s"}
{"say":"A contact writes. A push has at most 256 bytes, so it has a key and arguments; the app has the text."}
{"icq":{"event":{"kind":"message","from":"111111","to":"222222","text":"Are you still at work?"}}}
{"expect":{"last":{"body":"111111: Are you still at work?","badge":1}}}
{"advance":"6s"}
{"say":"The same contact again: this session requests one push per sender, so the message only waits."}
{"icq":{"event":{"kind":"message","from":"111111","to":"222222","text":"The lift is broken, by the way."}}}
{"expectEvent":{"event":"icq","kind":"counted"}}
{"advance":"5s"}
{"say":"Another contact. Three messages wait, and the push says so."}
{"icq":{"event":{"kind":"message","from":"333333","to":"222222","text":"Dinner at nine?"}}}
{"expect":{"last":{"body":"New messages: 3","badge":3}}}
{"advance":"5s"}
{"icq":{"event":{"kind":"authorisation","from":"444444","to":"222222","nick":"parparon5","firstName":"John","lastName":"Johnson"}}}
{"say":"An authorisation request. Its arguments have another order: recipient, sender, nick. The app's strings reorder them."}
{"expect":{"last":{"body":"parparon5 (444444) asks for authorisation","badge":1}}}
{"advance":"6s"}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/icq-80x24.svg"}}
{"say":"A desktop client starts. It receives all four waiting messages; the phone's session goes offline."}
{"icq":{"session":{"uin":"222222","client":"desktop"}}}
{"expectEvent":{"event":"icq","kind":"handed"}}
{"icq":{"event":{"kind":"message","from":"111111","to":"222222","text":"Oh, there you are."}}}
{"expectEvent":{"event":"icq","kind":"delivered"}}
{"expect":{"last":{"body":"parparon5 (444444) asks for authorisation"}}}
{"advance":"5s"}
{"say":"That message went to the desktop only. The client leaves; the user opens ICQ on the phone, and closes it."}
{"icq":{"session":{"uin":"222222","client":"desktop","logout":true}}}
{"act":{"on":"last","action":"open"}}
{"advance":"4s"}
{"set":{"app.com.example.icq":"background"}}
{"icq":{"event":{"kind":"message","from":"111111","to":"222222","text":"Good night!"}}}
{"expect":{"last":{"body":"111111: Good night!","badge":1}}}
{"say":"One message waits: the count was reset. After a day without activity the session ends."}
{"advance":"24h"}
{"expectEvent":{"event":"icq","kind":"offline","because":"it was inactive for too long"}}
{"icq":{"event":{"kind":"message","from":"333333","to":"222222","text":"Where were you?"}}}
{"expectEvent":{"event":"icq","kind":"stored"}}
{"press":"3"}
{"say":"No push is sent now: the message waits for the next client. The Log lists every step."}
{"advance":"4s"}
{"press":"1"}
{"expectNone":"is:rejected"}

"""##,
    "demos/languages.jsonl": ##"""
// The sender names keys; the phone finds the words in the app's strings: the same evening in Russian, Arabic and Chinese.
// `pushinbox demo languages` plays it before your eyes, `pushinbox run assets/demos/languages.jsonl` checks it.
{"clock":"2026-04-14T21:40:00+03:00","seed":8}
{"device":{"timeZone":"Europe/Moscow","languages":["ru","en"]}}
{"app":{"bundleId":"com.example.chat","name":"Чат","strings":"../strings","categories":{"MESSAGE":{"actions":[{"id":"REPLY","title":"REPLY","textInput":{"button":"SEND"}},{"id":"MARK_READ","title":"READ"}],"hiddenPreviewsBodyPlaceholder":"HIDDEN","categorySummaryFormat":"SUMMARY"}}}}
{"app":{"bundleId":"com.example.health","name":"健康","critical":true}}

{"say":"По-русски. Отправитель прислал ключ P.OA и имя; слова телефон взял из ru.lproj. (The push has keys, the phone shows text.)"}
{"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"loc-key":"P.OA","loc-args":["Никита К"]},"thread-id":"op-42","category":"MESSAGE","sound":"default"}}}}
{"expect":{"last":{"body":"Никита К теперь на связи"}}}
{"advance":"5s"}
{"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"loc-key":"P.OM","loc-args":["Никита К","Здравствуйте, чем я могу Вам помочь?"]},"thread-id":"op-42","category":"MESSAGE","sound":"default"}}}}
{"expect":{"last":{"body":"Никита К: Здравствуйте, чем я могу Вам помочь?"}}}
{"advance":"5s"}
{"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"loc-key":"P.OF","loc-args":["Никита К","3_(3).jpg"]},"thread-id":"op-42","category":"MESSAGE","sound":"default"}}}}
{"press":"g l"}
{"say":"Телефон заблокирован: вместо текста — «3 сообщения», с правильным окончанием. (Plural forms come from the app's strings, too.)"}
{"set":{"lock":"locked"}}
{"expect":{"groups":[{"summary":"3 сообщения"}]}}
{"advance":"3s"}
{"set":{"lock":"unlocked"}}

{"say":"العربية: اللغة تغيّرت، والرسائل الجديدة تأتي بها. (Arabic from now on; earlier pushes do not change.)"}
{"set":{"language":"ar"}}
{"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"title":"آسيا","loc-key":"P.OA","loc-args":["آسيا"]},"thread-id":"op-7","category":"MESSAGE","sound":"default"}}}}
{"expect":{"last":{"body":"انضم آسيا إلى المحادثة"}}}
{"advance":"5s"}
{"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"title":"آسيا","loc-key":"P.OF","loc-args":["آسيا","تقرير 2026.pdf"]},"thread-id":"op-7","category":"MESSAGE","sound":"default"}}}}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/languages-80x24.svg"}}
{"say":"Text runs right to left, numbers left to right, and no column moves: each field is ordered separately."}
{"advance":"4s"}

{"say":"晚上十点，勿扰模式开启。(Do Not Disturb begins by schedule.)"}
{"set":{"language":"zh-Hans"}}
{"focus":{"name":"dnd","from":"22:00","to":"07:00","days":"daily"}}
{"at":"2026-04-14T22:01:00+03:00","push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"title":"小林","loc-key":"P.OM","loc-args":["小林","您好，请问有什么可以帮您？"]},"thread-id":"op-9","category":"MESSAGE","sound":"default"}}}}
{"expect":{"last":{"body":"小林：您好，请问有什么可以帮您？","outcome":"quiet","reason":"dnd.schedule"}}}
{"say":"这条消息静静地进入列表。健康警报不受影响：(Silently into the list. A critical alert is not silenced:)"}
{"advance":"4s"}
{"push":{"bundleId":"com.example.health","payload":{"aps":{"alert":{"title":"血糖过低","body":"3.1 mmol/L，正在下降"},"sound":{"critical":1,"name":"bingbong.aiff","volume":1.0},"interruption-level":"critical"}}}}
{"expect":{"last":{"outcome":"shown","presented":["banner","critical","list"]}}}
{"screen":{"size":"80x24","view":"inbox","golden":"pictures/languages-night-80x24.svg"}}
{"advance":"4s"}
{"act":{"on":"thread:op-9","action":"REPLY","text":"谢谢，明天再说。"}}
{"expectEvent":{"event":"action","action":"REPLY","userText":"谢谢，明天再说。"}}
{"say":"回复已经发出。(The reply was sent: `pushinbox events --json` prints it.)"}
{"expectNone":"is:rejected"}

"""##,
    "demos/legacy.jsonl": ##"""
// April 2012: frames of bytes, 256 bytes of JSON, a phone with iOS 5, and what became of it since (docs/systems/legacy.md).
// `pushinbox demo legacy` plays it before your eyes, `pushinbox run assets/demos/legacy.jsonl` checks it.
{"clock":"2012-04-17T11:02:00+02:00","seed":5}
{"device":{"era":"2012","timeZone":"Europe/Paris","languages":["en","fr"]}}
{"app":{"bundleId":"com.example.game","name":"Monopoly","state":"terminated","strings":"../strings/game"}}

{"say":"April 2012, a phone with iOS 5. Pushes are binary frames on port 2195: a token and at most 256 bytes of JSON."}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","payload":{"aps":{"alert":{"loc-key":"GAME_PLAY_REQUEST_FORMAT","loc-args":["Jenna","Frank"],"action-loc-key":"PLAY"},"badge":1,"sound":"default"},"game":7}},"wire":"legacy"}
{"expect":{"last":{"outcome":"shown","body":"Jenna and Frank have invited you to play Monopoly","presented":["badge","banner","list","sound"]},"badges":{"com.example.game":1}}}
{"say":"To save bytes the push has a key and two players: the game has the sentence. The trace is shorter than today's."}
{"press":"g w"}
{"screen":{"size":"80x24","view":"why","golden":"pictures/legacy-why-80x24.svg"}}
{"advance":"5s"}
{"say":"Seven of today's rules are “unknown to a phone of 2012”: no extension, summary, Focus, hidden previews, collapse ids."}
{"say":"The box has two buttons: Close, and one that opens the game. The sender calls it Play (action-loc-key)."}
{"press":"Esc a"}
{"advance":"4s"}
{"press":"Esc"}
{"say":"The user taps Play …"}
{"act":{"on":"last","action":"open"}}
{"expectEvent":{"event":"app","id":1,"state":"foreground","delegate":"application(_:didFinishLaunchingWithOptions:)","payload":{"game":7}}}
{"advance":"20s"}
{"say":"… and the game starts with the payload. While it runs, it receives the next push itself: nothing is shown."}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","payload":{"aps":{"alert":{"loc-key":"YOUR_TURN","loc-args":["Jenna"]},"badge":1},"game":7}},"wire":"legacy"}
{"expect":{"last":{"outcome":"none","reason":"foreground.app-declined","presented":[]}}}
{"expectEvent":{"event":"app","id":2,"delegate":"application(_:didReceiveRemoteNotification:)","payload":{"game":7}}}
{"set":{"app.com.example.game":"background"}}
{"advance":"3m"}
{"say":"In the background the system shows pushes again. This one sets badge 2 …"}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","payload":{"aps":{"alert":{"loc-key":"YOUR_TURN","loc-args":["Frank"],"action-loc-key":"PLAY"},"badge":2,"sound":""},"game":7}},"wire":"legacy"}
{"expect":{"last":{"outcome":"shown","body":"Frank has moved: it is your turn","presented":["badge","banner","list"]},"badges":{"com.example.game":2}}}
{"advance":"6s"}
{"say":"… and the next has no badge. In 2012 that removed the number; a phone of today does not change it."}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","payload":{"aps":{"alert":{"body":"You lost. Congratulations to Jenna!","action-loc-key":null}},"game":7}},"wire":"legacy"}
{"expect":{"last":{"outcome":"shown"},"badges":{"$count":0}}}
{"say":"Its action-loc-key is null: the box has only OK, which dismisses it."}
{"press":"g a"}
{"advance":"4s"}
{"press":"Esc"}
{"act":{"on":"last","action":"dismiss"}}
{"advance":"5s"}
{"say":"The language is now French. With the same key and arguments the French text has the players in another order."}
{"set":{"language":"fr"}}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","payload":{"aps":{"alert":{"loc-key":"GAME_PLAY_REQUEST_FORMAT","loc-args":["Jenna","Frank"],"action-loc-key":"PLAY"},"badge":1},"game":8}},"wire":"legacy"}
{"expect":{"last":{"body":"Frank et Jenna vous invitent à jouer au Monopoly"}}}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/legacy-80x24.svg"}}
{"press":"g"}
{"advance":"8s"}
{"say":"At 11:28 the game is deleted. The sender is not notified: the binary interface still accepts the push."}
{"at":"2012-04-17T11:28:00+02:00","app":{"bundleId":"com.example.game","installed":false}}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","payload":{"aps":{"alert":"Revenge?"}}},"wire":"legacy"}
{"expect":{"rejected":0,"groups":[],"badges":{"$count":0},"last":{"outcome":"none","reason":"app.not-installed"}}}
{"press":"3 G"}
{"say":"The feedback service on port 2196 lists such tokens, each with the time since which it is inactive."}
{"advance":"5s"}
{"press":"1"}
{"say":"Today such a push is rejected immediately: 410 Unregistered, with the same time."}
{"at":"2026-04-17T11:30:00+02:00","device":{"era":"today"}}
{"push":{"bundleId":"com.example.game","token":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","headers":{"apns-priority":"10"},"payload":{"aps":{"alert":"Revenge?"}}}}
{"expect":{"rejected":1,"last":{"status":410,"reason":"Unregistered","because":"com.example.game is not installed; known since 2012-04-17T09:28:00.000Z."}}}
{"press":"2"}
{"advance":"6s"}
{"say":"Your own sender of that time can push here: pushinbox --legacy 127.0.0.1:2195 --feedback 127.0.0.1:2196."}

"""##,
    "demos/lost-pushes.jsonl": ##"""
// A thousand pushes over a bad way, and what a numbered queue is worth (docs/guides/lost-pushes.md).
// `pushinbox demo lost-pushes` plays it before your eyes, `pushinbox run assets/demos/lost-pushes.jsonl` checks it.
{"clock":"2026-04-14T08:00:00Z","seed":1}
{"app":{"bundleId":"com.example.mail","name":"Mail"}}
{"queue":{"apps":["com.example.mail"],"repeatMaxCount":20,"seed":462507}}
{"say":"A mail service numbers its pushes, separately for each device and app."}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"The first letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}}}
{"say":"Now the link is bad. The next two letters are lost between the service and the phone …"}
{"set":{"queue.loseNext":"2"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":2,"every":"2s"}
{"expect":{"unread":1}}
{"say":"… and the fourth arrives. Mail sees 4 after 1, requests 2 and 3, and receives them."}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"The fourth letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}}}
{"expect":{"unread":4}}
{"press":"g w"}
{"say":"The step “queue” shows it: position 4, two missing before it, requested again, and both received."}
{"press":"Esc"}
{"say":"A phone that was offline receives only the newest push of an app: six are sent, one arrives."}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":6,"every":"2s"}
{"set":{"online":"yes"}}
{"say":"That one was number 10 after 4: the five before it were requested, and have arrived too."}
{"expect":{"unread":10}}
{"say":"Now a thousand letters: one in ten lost, ten periods without network, some duplicated, some late."}
{"set":{"queue.loss":"10","queue.duplicate":"2","queue.reorder":"2"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":8,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":12,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":5,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":15,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":10,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":6,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":14,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":9,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":11,"every":"2s"}
{"set":{"online":"yes"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":88,"every":"2s"}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":10,"every":"2s"}
{"set":{"online":"yes"}}
{"set":{"queue.loss":"0","queue.duplicate":"0","queue.reorder":"0"}}
{"advance":"1m"}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Ann","body":"A letter"},"thread-id":"inbox"},"xiva":{"account":"ann@example.com","folder":"Inbox"}}},"repeat":10,"every":"2s"}
{"advance":"1m"}
{"expect":{"unread":1000,"queue":[{"sent":1000,"delivered":814,"recovered":186,"rate":100,"rateWithout":81.4}]}}
{"press":"3 b"}
{"say":"All thousand have arrived, each once. Without the numbers 814 would have: the upper row of bars shows the gaps."}
{"press":"b 1"}
{"say":"Opening the last one opens Mail, as with any push."}
{"act":{"on":"last","action":"open"}}

"""##,
    "demos/mail.jsonl": ##"""
// A mail service that numbers its letters: accounts, folders, a lost letter and its repeat, an answer (docs/systems/mail.md).
// `pushinbox demo mail` plays it before your eyes, `pushinbox run assets/demos/mail.jsonl` checks it.
{"clock":"2019-04-22T11:40:00+03:00","seed":12}
{"device":{"timeZone":"Europe/Moscow","languages":["ru","en"]}}
{"app":{"bundleId":"com.example.mail","name":"Почта","strings":"../strings/mail","categories":{"message":{"actions":[{"id":"reply","title":"REPLY","textInput":{"button":"SEND","placeholder":"REPLY_HINT"}},{"id":"seen","title":"READ"},{"id":"archive","title":"ARCHIVE","options":["authenticationRequired"]}],"hiddenPreviewsBodyPlaceholder":"HIDDEN","categorySummaryFormat":"SUMMARY","options":["hiddenPreviewsShowTitle"]}}}}
{"queue":{"apps":["com.example.mail"],"subscriptions":{"com.example.mail":{"asya@example.com":["Входящие"],"office@example.com":["Входящие","Счета"]}},"repeatMaxCount":10,"seed":462507}}

{"say":"A mail app in Russian, with two accounts. Each account has its own thread …"}
{"push":{"bundleId":"com.example.mail","headers":{"apns-collapse-id":"letter-1"},"payload":{"aps":{"alert":{"title":"Анна","subtitle":"Обед в пятницу?","body":"Попробуем новое место у реки? В половине первого есть столик."},"badge":1,"sound":"default","category":"message","thread-id":"asya"},"xiva":{"account":"asya@example.com","folder":"Входящие"}}}}
{"expect":{"last":{"outcome":"shown","title":"Анна","presented":["badge","banner","list","sound"]}}}
{"advance":"6s"}
{"push":{"bundleId":"com.example.mail","headers":{"apns-collapse-id":"letter-2"},"payload":{"aps":{"alert":{"title":"Мария Ёлкина","subtitle":"Отчёт за март","body":"Во вложении отчёт. Обратите внимание на строку 17: там расхождение."},"badge":2,"sound":"default","category":"message","thread-id":"work"},"xiva":{"account":"office@example.com","folder":"Входящие"}}}}
{"expect":{"groups":[{"thread":"work"},{"thread":"asya"}]}}
{"say":"… but both share one numbering: this is number 2. The server numbers each letter when it sends it."}
{"press":"g Enter ] ] G"}
{"advance":"5s"}
{"say":"The key xiva has the number and the device. The app’s extension reads them, so every push has mutable-content 1."}
{"press":"Esc"}
{"say":"The app subscribes to single folders. A newsletter goes to a folder without a subscription: no number, no push."}
{"push":{"bundleId":"com.example.mail","headers":{"apns-collapse-id":"letter-3"},"payload":{"aps":{"alert":{"title":"Книжный клуб","subtitle":"Скидки недели","body":"Три книги по цене двух, до воскресенья."},"sound":"default","category":"message","thread-id":"asya"},"xiva":{"account":"asya@example.com","folder":"Рассылки"}}}}
{"expect":{"last":{"outcome":"none","reason":"queue.unsubscribed"},"queue":[{"sent":2,"delivered":2}]}}
{"advance":"5s"}
{"say":"Now a letter is lost between the service and the phone. The app does not notice …"}
{"set":{"queue.loseNext":"1"}}
{"push":{"bundleId":"com.example.mail","headers":{"apns-collapse-id":"letter-4"},"payload":{"aps":{"alert":{"title":"Анна","subtitle":"Re: Обед в пятницу?","body":"Столик заказала, жду к половине первого!"},"badge":3,"sound":"default","category":"message","thread-id":"asya"},"xiva":{"account":"asya@example.com","folder":"Входящие"}}}}
{"expect":{"unread":2,"last":{"outcome":"none","reason":"link.lost"}}}
{"advance":"20s"}
{"say":"… until the next one arrives. It has number 4, the last one was 2: the extension requests 3, and receives it."}
{"push":{"bundleId":"com.example.mail","headers":{"apns-collapse-id":"letter-5"},"payload":{"aps":{"alert":{"title":"Бухгалтерия","subtitle":"Счёт 1147","body":"К оплате до 30 апреля: 12 400 ₽."},"badge":4,"sound":"default","category":"message","thread-id":"work"},"xiva":{"account":"office@example.com","folder":"Счета"}}}}
{"expect":{"unread":4,"queue":[{"sent":4,"delivered":3,"recovered":1}]}}
{"press":"g w"}
{"screen":{"size":"80x24","view":"why","golden":"pictures/mail-why-80x24.svg"}}
{"say":"Step 6, queue, shows it. The repeat has its old number and collapse id, so a duplicate would replace its entry."}
{"advance":"4s"}
{"press":"Esc"}
{"screen":{"size":"80x24","view":"unfolded","golden":"pictures/mail-80x24.svg"}}
{"say":"The phone is locked and hides the text. The category shows the title, with «2 письма» below it."}
{"set":{"lock":"locked"}}
{"press":"I"}
{"advance":"3s"}
{"push":{"bundleId":"com.example.mail","headers":{"apns-collapse-id":"letter-6"},"payload":{"aps":{"alert":{"title":"Мария Ёлкина","subtitle":"Зарплаты","body":"Таблица во вложении, никому не показывайте."},"badge":5,"sound":"default","category":"message","thread-id":"work"},"xiva":{"account":"office@example.com","folder":"Входящие"}}}}
{"expect":{"last":{"hidden":true,"title":"Мария Ёлкина","subtitle":null,"body":"3 письма"}}}
{"say":"The third in this account: «3 письма». Five would be «5 писем»: the plural forms come from the app’s strings."}
{"advance":"4s"}
{"press":"I"}
{"set":{"lock":"unlocked"}}
{"say":"The phone is offline. Thirteen letters are sent meanwhile: the push service stores only the newest."}
{"set":{"online":"no"}}
{"push":{"bundleId":"com.example.mail","payload":{"aps":{"alert":{"title":"Домовой чат","subtitle":"Опять нет воды","body":"И у нас нет. И у нас тоже."},"category":"message","thread-id":"asya"},"xiva":{"account":"asya@example.com","folder":"Входящие"}}},"repeat":13,"every":"40s"}
{"advance":"20s"}
{"set":{"online":"yes"}}
{"expect":{"last":{"outcome":"shown","body":"Пропущено 12 писем, откройте Почту"},"unread":6}}
{"say":"Twelve are missing, more than the ten that the app requests at once. So the push shows their number instead."}
{"press":"g"}
{"advance":"5s"}
{"say":"A reply without opening the app: the action reply of the category message."}
{"act":{"on":"letter-1","action":"reply","text":"Да, буду! Закажи мне борщ."}}
{"expectEvent":{"event":"action","action":"reply","userText":"Да, буду! Закажи мне борщ.","payload":{"xiva":{"account":"asya@example.com","notificationPosition":1}}}}
{"advance":"4s"}
{"press":"3 b"}
{"say":"pushinbox queue prints the arrivals with and without the numbers. The demo lost-pushes shows more."}
{"press":"b 1"}

"""##,
    "demos/match.jsonl": ##"""
// A football match as a Live Activity: push to start, goals, an old update, the budget, stale, the end (docs/guides/live-activities.md).
// `pushinbox demo match` plays it before your eyes, `pushinbox run assets/demos/match.jsonl` checks it.
{"clock":"2026-04-14T18:00:00Z","seed":1}
{"device":{"timeZone":"Europe/London","languages":["en"],"activities":{"updateBudget":3}}}
{"app":{"bundleId":"com.example.football","name":"Football","activityTypes":{"Match":{"home":"Int","away":"Int","minute":"Int","scorer":"String?"}}}}

{"say":"A football app without a running process. It has asked for a push-to-start token: its server knows it."}
{"set":{"tokens.com.example.football":"new"}}
{"expectEvent":{"event":"token","app":"com.example.football"}}
{"push":{"bundleId":"com.example.football","headers":{"apns-collapse-id":"line-ups"},"payload":{"aps":{"alert":{"title":"Line-ups","body":"Albion start with three at the back."},"thread-id":"news"}}}}
{"set":{"lock":"locked"}}
{"press":"I"}
{"advance":"5s"}
{"say":"Kick-off. A push of type liveactivity with event start makes a card on the lock screen."}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"start","timestamp":1776189605,"attributes-type":"Match","attributes":{"home":"Albion","away":"Rovers"},"alert":{"title":"Kick-off","body":"Albion - Rovers"},"content-state":{"home":0,"away":0,"minute":1}}},"token":"38c8253a89a35a4ef1594e03e96abdd95e6d62b2e5d91acefee52bb8e911e473"}}
{"expect":{"last":{"outcome":"shown"},"activities":[{"id":"A1","type":"Match"}]}}
{"advance":"5s"}
{"say":"Now the card has a token of its own. Updates go there, and replace the content state; * marks what changed."}
{"advance":"11m"}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","timestamp":1776190270,"stale-date":1776191500,"content-state":{"home":1,"away":0,"minute":12,"scorer":"Okafor"}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"expect":{"last":{"reason":"activity.updated"},"activities":[{"changed":["home","minute","scorer"]}]}}
{"screen":{"size":"80x24","view":"lock","golden":"pictures/match-80x24.svg"}}
{"advance":"5s"}
{"say":"A second server sends late: its timestamp is older than the card's. APNs answers 200, and nothing changes."}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","timestamp":1776190200,"content-state":{"home":0,"away":0,"minute":10}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"expect":{"last":{"outcome":"none","reason":"activity.older-timestamp"},"activities":[{"contentState":{"home":1}}]}}
{"advance":"5s"}
{"press":"6"}
{"say":"The page of the card has every event, ignored ones too, with their codes; and the tokens and budgets."}
{"press":"G"}
{"advance":"6s"}
{"press":"1"}
{"set":{"lock":"unlocked"}}
{"say":"Updates with priority 10 use a budget. Apple does not say how large it is; here it is three an hour."}
{"advance":"4m"}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","timestamp":1776190530,"stale-date":1776191500,"content-state":{"home":1,"away":1,"minute":16,"scorer":"Lind"}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"advance":"2s"}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","timestamp":1776190532,"stale-date":1776191500,"content-state":{"home":1,"away":1,"minute":17}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"advance":"2s"}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","timestamp":1776190534,"stale-date":1776191500,"content-state":{"home":2,"away":1,"minute":18,"scorer":"Okafor"}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"expect":{"last":{"outcome":"none","reason":"activity.budget"},"activities":[{"contentState":{"home":1,"away":1}}]}}
{"say":"2 : 1, answered with 200, and the card says IGNORED. On a phone this is only in the device log."}
{"advance":"4s"}
{"press":"k g w"}
{"say":"Why names the rule and the setting. Priority 5 uses no budget; neither would fewer updates."}
{"advance":"6s"}
{"press":"Esc"}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity","apns-priority":"5"},"payload":{"aps":{"event":"update","timestamp":1776190545,"stale-date":1776191500,"content-state":{"home":2,"away":1,"minute":18,"scorer":"Okafor"}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"expect":{"last":{"reason":"activity.updated"},"activities":[{"contentState":{"home":2}}]}}
{"say":"With priority 5 the goal arrives. Then the server stops, and the stale-date passes: the card says so."}
{"advance":"17m"}
{"expect":{"activities":[{"stale":true}]}}
{"advance":"4s"}
{"say":"The phone replaces the tokens. A push to the old one gets 410: read the new one from the event token."}
{"set":{"tokens.com.example.football":"new"}}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","timestamp":1776191600,"content-state":{"home":2,"away":1,"minute":35}}},"token":"1c6c2cf22c3699b6fbbe2bef4bd59810fbaafb30ff4418051f981876f3a1a81b"}}
{"expect":{"rejected":1,"last":{"status":410,"reason":"Unregistered"}}}
{"advance":"5s"}
{"say":"Full time: event end, to the new token. The card stays for the dismissal-date, four hours at most."}
{"push":{"headers":{"apns-topic":"com.example.football.push-type.liveactivity","apns-push-type":"liveactivity"},"payload":{"aps":{"event":"end","timestamp":1776191610,"dismissal-date":1776193200,"content-state":{"home":3,"away":1,"minute":90}}},"token":"fb87d33f718220859384431883a512433551a2c90407ad966ce7803a295f9430"}}
{"expect":{"last":{"reason":"activity.end"},"activities":[{"end":"push","leavesAt":"2026-04-14T19:00:00.000Z"}]}}
{"press":"6"}
{"advance":"6s"}
{"press":"1"}
{"say":"A tap on a push or on a card opens the app. Until then it has not run: every change came by pushes."}
{"act":{"on":"line-ups","action":"open"}}
{"expectEvent":{"event":"action","foreground":true}}
{"advance":"1h"}
{"expect":{"activities":[]}}
{"say":"The card is gone; pushinbox ls is:activity still lists it. The guide Live Activities has every code."}

"""##,
    "demos/webim.jsonl": ##"""
// A support chat that tells the app, not the phone: data messages, of which the app makes notifications (docs/systems/webim.md).
// `pushinbox demo webim` plays it before your eyes, `pushinbox run assets/demos/webim.jsonl` checks it.
{"clock":"2026-04-14T18:57:00+03:00","seed":1}
{"device":{"timeZone":"Europe/Moscow","languages":["ru","en"]}}
{"app":{"bundleId":"com.example.webim","name":"Webim","categories":{"P.OM":{"actions":[{"id":"REPLY","title":"Ответить","textInput":{"button":"Отправить"}}]},"P.RO":{"actions":[{"id":"GOOD","title":"Хорошо"},{"id":"BAD","title":"Плохо"}]}}}}
{"say":"You have asked a shop a question. Its chat sends no text, but a type and the parameters of its text."}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OA","event":"add","params":"[\"Никита К\"]"}}}
{"expect":{"last":{"body":"Никита К теперь на связи","outcome":"shown"}}}
{"say":"P.OA, “the operator joined the chat”. The app has created the sentence in your language."}
{"advance":"20s"}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OM","event":"add","params":"[\"Никита К\",\"Здравствуйте! Чем могу помочь?\"]","message":"{\"kind\":\"operator\",\"clientSideId\":\"m1\",\"name\":\"Никита К\",\"avatar\":\"/webim/images/avatar/wmtest2_181510.png\",\"text\":\"Здравствуйте! Чем могу помочь?\",\"ts\":1776182240.5}"}}}
{"press":"g w"}
{"say":"Why: at the step “kind” the app receives the message and creates the notification."}
{"press":"Esc"}
{"act":{"on":"last","action":"REPLY","text":"Где мой заказ?"}}
{"advance":"40s"}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OM","event":"add","params":"[\"Никита К\",\"Сейчас посмтрю\"]","message":"{\"kind\":\"operator\",\"clientSideId\":\"m2\",\"name\":\"Никита К\",\"avatar\":\"/a.png\",\"text\":\"Сейчас посмтрю\",\"ts\":1776182300}"}}}
{"say":"A typing error. The operator sends the message again with the same identifier, which replaces the entry."}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OM","event":"add","params":"[\"Никита К\",\"Сейчас посмотрю\"]","message":"{\"kind\":\"operator\",\"clientSideId\":\"m2\",\"name\":\"Никита К\",\"avatar\":\"/a.png\",\"text\":\"Сейчас посмотрю\",\"ts\":1776182305}"}}}
{"expect":{"last":{"body":"Никита К: Сейчас посмотрю","replaced":1},"unread":2}}
{"advance":"30s"}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OF","event":"add","params":"[\"Никита К\",\"Счёт № 12.pdf\"]","message":"{\"kind\":\"file_operator\",\"clientSideId\":\"m3\",\"name\":\"Никита К\",\"avatar\":\"/a.png\",\"text\":\"{\\\"filename\\\":\\\"Счёт № 12.pdf\\\",\\\"content_type\\\":\\\"application/pdf\\\",\\\"size\\\":253323}\",\"ts\":1776182340}"}}}
{"say":"A file, with its size. But it was another customer's bill …"}
{"advance":"5s"}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OF","event":"del","message":"{\"clientSideId\":\"m3\"}"}}}
{"expectEvent":{"event":"removed","by":"remote"}}
{"say":"… so it is withdrawn: “event: del” with its identifier removes it from the list. The Log shows the cause."}
{"advance":"1m"}
{"say":"A sender's mistake, a message without its text: nothing is shown, and Why names the field."}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.OM","event":"add","params":"[\"Никита К\",\"Готово\"]","message":"{\"kind\":\"operator\",\"clientSideId\":\"m4\",\"name\":\"Никита К\",\"avatar\":\"/a.png\",\"ts\":1776182410}"}}}
{"expect":{"last":{"outcome":"none","reason":"kind.data-rejected"}}}
{"advance":"10s"}
{"push":{"bundleId":"com.example.webim","payload":{"type":"P.RO","event":"add"}}}
{"act":{"on":"last","action":"GOOD"}}
{"expect":{"last":{"body":"Пожалуйста, оцените оператора","acted":"GOOD"}}}
{"say":"The chat has ended, and you have rated it. The same works over FCM."}

"""##,
  ]
}
