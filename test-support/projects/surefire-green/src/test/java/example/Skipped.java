package example;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import org.junit.jupiter.api.condition.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;

/* Classes whose tests, or some of them, are skipped. */

@Disabled("all")
class DisabledTest {
  static {
    if (true) throw new IllegalStateException("disabled");
  }

  @Test
  void one() {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void two(int a) {}

  @Nested
  class In {
    @Test
    void three() {}
  }
}

class DisabledMethodsTest {
  @Disabled
  @Test
  void one() {}

  @Disabled
  @RepeatedTest(3)
  void two() {}

  @Disabled
  @TestFactory
  java.util.List<DynamicTest> three() {
    return java.util.List.of();
  }

  @Test
  void four() {}

  @Disabled
  @Nested
  class In {
    @Test
    void five() {}
  }
}

class AllDisabledTest {
  @Disabled
  @Test
  void one() {}
}

class AssumptionInBeforeAllTest {
  @BeforeAll
  static void no() {
    Assumptions.assumeTrue(false, "no database here");
  }

  @Test
  void one() {}

  @Test
  void two() {}
}

class AssumptionInConstructorTest {
  AssumptionInConstructorTest() {
    Assumptions.assumeTrue(false, "not here");
  }

  @Test
  void one() {}
}

class AssumptionInNestedBeforeAllTest {
  @Test
  void outer() {}

  @Nested
  class In {
    @BeforeAll
    static void no() {
      Assumptions.assumeTrue(false, "no");
    }

    @Test
    void inner() {}
  }
}

class AssumptionInAfterEachTest {
  @AfterEach
  void no() {
    Assumptions.assumeTrue(false);
  }

  @Test
  void one() {}
}

class AssumptionInAfterAllTest {
  @AfterAll
  static void no() {
    Assumptions.assumeTrue(false, "late");
  }

  @Test
  void one() {}
}

class ConditionsTest {
  @EnabledIfSystemProperty(named = "from.variables", matches = "yes")
  @Test
  void variables() {}

  @EnabledIfSystemProperty(named = "from.file", matches = "yes")
  @Test
  void file() {}

  @EnabledIfSystemProperty(named = "from.arg.line", matches = "yes")
  @Test
  void argLine() {}

  @EnabledIfSystemProperty(named = "late.argument", matches = "early")
  @Test
  void late() {}

  @EnabledIfEnvironmentVariable(named = "FROM_ENVIRONMENT", matches = "yes")
  @Test
  void environment() {}

  @DisabledIfSystemProperty(named = "from.variables", matches = "yes")
  @Test
  void skipped() {
    fail("skipped");
  }

  @EnabledOnOs(OS.WINDOWS)
  @Test
  void windows() {
    fail("windows");
  }

  @EnabledIf("never")
  @Test
  void never_() {
    fail("never");
  }

  boolean never() {
    return false;
  }
}
