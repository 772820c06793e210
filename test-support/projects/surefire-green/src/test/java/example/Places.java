package example;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import org.junit.platform.suite.api.*;

/* Classes inside of others, and suites. */

class NestedOnlyTest {
  @Nested
  class In {
    @Test
    void one() {}

    @Nested
    class Deeper {
      @Test
      void two() {}
    }
  }

  static class StaticNestedTest {
    @Test
    void notRun() {
      fail("excluded by the pattern");
    }
  }

  private static class PrivateTest {
    @Test
    void notRun() {
      fail();
    }
  }
}

class AnonymousTest {
  @Test
  void one() {
    new Object() {
      @Test
      void inner() {
        fail();
      }
    };
    class LocalTest {
      @Test
      void local() {
        fail();
      }
    }
  }
}

class NamedDollar {
  @Test
  void one() {}

  @Nested
  class Inner$Name {
    @Test
    void two() {}
  }
}

class Dollar$Test {
  @Test
  void one() {
    fail("excluded by **/*$*");
  }
}

class OneTest {
  @Test
  void one() {}

  @Tag("slow")
  @Test
  void slow() {
    fail("left out");
  }
}

class Unmatched {
  @Test
  void onlyInSuite() {}
}

@Suite
@SelectClasses({OneTest.class, Unmatched.class})
class PlatformSuiteTest {}

@Suite(failIfNoTests = false)
@SelectClasses(HelperTest.class)
class EmptySuiteTest {}

class ÜmlautTest {
  @Test
  void größe() {}

  @Nested
  class Fließend {
    @Test
    void 日本() {}
  }
}
