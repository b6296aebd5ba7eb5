// Verifies webhook deliveries. Run it as a program: WEBHOOK_SECRET=… go run verify.go TIMESTAMP SIGNATURE < raw-body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

const maxAge = 5 * time.Minute

// isGenuine returns true if the signature is valid and the timestamp is recent. Pass the raw body, before any parsing.
func isGenuine(secret, timestamp, signature string, rawBody []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > maxAge {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	given, err := hex.DecodeString(signature)
	return err == nil && hmac.Equal(given, mac.Sum(nil))
}

func main() {
	body, _ := io.ReadAll(os.Stdin)
	if !isGenuine(os.Getenv("WEBHOOK_SECRET"), os.Args[1], os.Args[2], body) {
		fmt.Println("refused")
		os.Exit(1)
	}
	fmt.Println("genuine")
}
