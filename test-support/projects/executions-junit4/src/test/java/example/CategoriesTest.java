package example;

import static org.junit.Assert.fail;

import org.junit.Test;
import org.junit.experimental.categories.Category;

public class CategoriesTest {
  @Test
  public void plain() {}

  @Test
  @Category(Slow.class)
  public void slow() {}

  @Test
  @Category(Glacial.class)
  public void glacial() {}

  @Test
  @Category({Slow.class, Never.class})
  public void never() {
    fail("nobody asks for this one");
  }
}
