package example;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

/* Classes with the name of a test that have none, or none that may run. */

interface InterfaceTest {
  @Test
  default void inDefaultMethod() {}
}

@interface AnnotationTest {}

enum EnumTest {
  A,
  B {
    @Override
    public String toString() {
      return "b";
    }
  }
}

record RecordTest(int a) {}

/** As Kotlin compiles a file with functions only. */
final class UtilTestKt {
  private UtilTestKt() {}

  public static int plus(int a) {
    return a;
  }
}

/** No tests, and nobody may initialize it. */
class HelperTest {
  static {
    if (true) throw new IllegalStateException("never initialize this");
  }
}

class NoDefaultConstructorTest {
  NoDefaultConstructorTest(int a) {}
}

@Tag("slow")
class TaggedSlowTest {
  static {
    if (true) throw new IllegalStateException("its tests are left out");
  }

  @Test
  void never() {}
}

class NotThisOneTest {
  @Test
  void never() {
    fail("excluded");
  }
}

class PrivateMethodTest {
  @Test
  private void hidden() {
    fail("private: nobody runs it");
  }

  @Test
  static void statics() {
    fail("static: nobody runs it");
  }
}

abstract class AbstractBaseTest {
  @Test
  void inherited() {}

  @Test
  void broken() {
    fail("abstract classes run only as their subclasses");
  }
}
