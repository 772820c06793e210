package example;

/** Its name fits, but there is no test in it. */
public class TestData {
  public static final int ANSWER = 42;
}
