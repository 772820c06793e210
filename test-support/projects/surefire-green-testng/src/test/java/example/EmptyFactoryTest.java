package example;

import org.testng.annotations.Factory;

/** TestNG calls only public factories. */
public class EmptyFactoryTest {
  @Factory
  public Object[] makes() {
    return new Object[0];
  }
}
