package example;

import org.junit.Test;
import org.junit.experimental.categories.Category;

@Category(Glacial.class)
public class GlacialTest {
  @Test
  public void isOfAKindOfSlow() {}
}
