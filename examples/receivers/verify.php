<?php
// Verifies webhook deliveries. Run it as a program: WEBHOOK_SECRET=… php verify.php TIMESTAMP SIGNATURE < raw-body
declare(strict_types=1);

const MAX_AGE_S = 300;

/** Returns true if the signature is valid and the timestamp is recent. Pass the raw body, before any parsing. */
function is_genuine(string $secret, string $timestamp, string $signature, string $rawBody): bool
{
    if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || abs(time() - (int) $timestamp) > MAX_AGE_S) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', "$timestamp.$rawBody", $secret), $signature);
}

if (PHP_SAPI === 'cli' && isset($argv[2])) {
    $genuine = is_genuine(getenv('WEBHOOK_SECRET'), $argv[1], $argv[2], file_get_contents('php://stdin'));
    echo $genuine ? 'genuine' : 'refused', "\n";
    exit($genuine ? 0 : 1);
}
