// golang.org/x/net/http2. SSL_CERT_FILE names the certificate.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/net/http2"
)

var client = http.Client{Transport: &http2.Transport{}}
var port, topic, id = os.Args[1], os.Args[2], os.Args[3]

func push(token, alert, identifier string) (*http.Response, string) {
	body := strings.NewReader(fmt.Sprintf(`{"aps":{"alert":%q}}`, alert))
	request, err := http.NewRequest("POST", "https://localhost:"+port+"/3/device/"+token, body)
	if err != nil {
		panic(err)
	}
	request.Header.Set("apns-topic", topic)
	if identifier != "" {
		request.Header.Set("apns-id", identifier)
	}
	response, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	return response, string(text)
}

func main() {
	accepted, _ := push(strings.Repeat("ab", 32), "accepted", id)
	fmt.Println(accepted.StatusCode, accepted.Header.Get("apns-id"))
	rejected, body := push("zz", "rejected", "")
	fmt.Println(rejected.StatusCode, body)
	var group sync.WaitGroup
	var count atomic.Int32
	for number := 0; number < 100; number++ {
		group.Add(1)
		go func(number int) {
			defer group.Done()
			response, _ := push(fmt.Sprintf("%064x", number), fmt.Sprintf("burst %d", number), "")
			if response.StatusCode == 200 {
				count.Add(1)
			}
		}(number)
	}
	group.Wait()
	fmt.Println(count.Load())
}
