// Verifies webhook deliveries. Run it as a program: WEBHOOK_SECRET=… java Verify.java TIMESTAMP SIGNATURE < raw-body
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Verify {
    private static final long MAX_AGE_S = 300;

    /** Returns true if the signature is valid and the timestamp is recent. Pass the raw body, before any parsing. */
    static boolean isGenuine(String secret, String timestamp, String signature, byte[] rawBody)
            throws GeneralSecurityException {
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > MAX_AGE_S) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(UTF_8));
        String expected = HexFormat.of().formatHex(mac.doFinal(rawBody));
        return MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8));
    }

    public static void main(String[] args) throws Exception {
        byte[] body = System.in.readAllBytes();
        boolean genuine = isGenuine(System.getenv("WEBHOOK_SECRET"), args[0], args[1], body);
        System.out.println(genuine ? "genuine" : "refused");
        System.exit(genuine ? 0 : 1);
    }
}
