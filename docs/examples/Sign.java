// Prints a signature: PINRATE_SECRET=… java Sign.java METHOD PATH TIMESTAMP [BODY_SHA256]
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sign {
  public static void main(String[] args) throws Exception {
    byte[] secret = System.getenv("PINRATE_SECRET").getBytes(StandardCharsets.UTF_8);
    byte[] text = String.join("", args).getBytes(StandardCharsets.UTF_8);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    System.out.println(Base64.getEncoder().encodeToString(mac.doFinal(text)));
  }
}
