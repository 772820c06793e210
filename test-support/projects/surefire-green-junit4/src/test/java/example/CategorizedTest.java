package example;

import org.junit.*;
import org.junit.experimental.categories.Category;

public class CategorizedTest {
  @Category(Slow.class)
  @Test
  public void slow() {}

  @Test
  public void quick() {}
}
