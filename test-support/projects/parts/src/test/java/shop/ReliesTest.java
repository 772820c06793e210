package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What all tests but one need is made by that one, whatever their order; and nothing says so. */
class ReliesTest {
  private static boolean made;

  /** Waits for what another test has made, or makes it if it is the first of its JVM. */
  private static void needed() throws Exception {
    LongTest.take(900);
    assertTrue(made, "nobody has made it");
  }

  /** The methods of a class run in the order of the hash codes of their names: 96 comes first. */
  @Test
  void a() throws Exception {
    LongTest.take(900);
    made = true;
  }

  @Test
  void b() throws Exception {
    needed();
  }

  @Test
  void c() throws Exception {
    needed();
  }

  @Test
  void d() throws Exception {
    needed();
  }
}
