<?php
// Prints a signature: PINRATE_SECRET=… php sign.php METHOD PATH TIMESTAMP [BODY_SHA256]
$text = implode('', array_slice($argv, 1));
echo base64_encode(hash_hmac('sha256', $text, getenv('PINRATE_SECRET'), true)), "\n";
