package example;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class TableTest {
  @Parameterized.Parameters(name = "{0} + {1}")
  public static Collection<Object[]> rows() {
    return Arrays.asList(new Object[][] {{1, 2, 3}, {2, 2, 4}, {0, 0, 0}});
  }

  private final int a;
  private final int b;
  private final int sum;

  public TableTest(int a, int b, int sum) {
    this.a = a;
    this.b = b;
    this.sum = sum;
  }

  @Test
  public void adds() {
    assertEquals(sum, new Calculator().add(a, b));
  }
}
