// Prints a signature: PINRATE_SECRET=… go run sign.go METHOD PATH TIMESTAMP [BODY_SHA256]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	mac := hmac.New(sha256.New, []byte(os.Getenv("PINRATE_SECRET")))
	mac.Write([]byte(strings.Join(os.Args[1:], "")))
	fmt.Println(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}
