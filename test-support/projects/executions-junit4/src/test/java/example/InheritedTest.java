package example;

public class InheritedTest extends SlowBase {
  @org.junit.Test
  public void inheritsItsCategory() {}
}
