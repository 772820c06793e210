package kinds;

import org.junit.jupiter.api.Test;
import org.slf4j.helpers.BasicMarkerFactory;

class MissingClassTest {
  @Test
  void usesAClassThatIsNotThere() {
    System.out.println(new BasicMarkerFactory());
  }
}
