package example;

import static org.junit.Assert.assertEquals;

import org.junit.Ignore;
import org.junit.Test;

public class CalculatorTest {
  @Test
  public void adds() {
    assertEquals(3, new Calculator().add(1, 2));
  }

  @Test(expected = ArithmeticException.class)
  public void refusesToDivideByZero() {
    new Calculator().divide(1, 0);
  }

  @Ignore("not yet")
  @Test
  public void multiplies() {}
}
