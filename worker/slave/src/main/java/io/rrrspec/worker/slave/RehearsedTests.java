package io.rrrspec.worker.slave;

/** Classes of tests for a {@link Rehearsal}, with what nearly every class of tests has. */
final class RehearsedTests {
  private RehearsedTests() {}

  /** For JUnit Jupiter. */
  static final class OfJupiter {
    @org.junit.jupiter.api.BeforeEach
    void before() {}

    @org.junit.jupiter.api.Test
    void passes() {
      System.out.println("passes");
    }
  }

  /** For JUnit 4. */
  public static final class OfJUnit4 {
    private int before;

    /** Begins to count. */
    @org.junit.Before
    public void before() {
      before++;
    }

    /** Passes. */
    @org.junit.Test
    public void passes() {
      System.out.println("passes after " + before);
    }
  }
}
