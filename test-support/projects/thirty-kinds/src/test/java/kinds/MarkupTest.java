package kinds;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MarkupTest {
  @Test
  @DisplayName("<script>alert(1)</script> | `x` ]]>")
  void isNoMarkup() {
    fail("<b>bold</b> & \"quoted\" ]]> | `code` [link](http://example.com) ::error::");
  }
}
