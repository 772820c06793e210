package example;

import org.junit.Assert;
import org.junit.Test;

/* Classes with the name of a test that have none. */

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

/** Without a public class JUnit 4 fails; this has no test. */
class VintagePrivateClassTest {
  public void one() {
    Assert.fail();
  }
}

/** A helper: without a test of its own. */
abstract class EmptyCaseTest extends junit.framework.TestCase {}

abstract class JUnit3AbstractTest extends junit.framework.TestCase {
  public void testOne() {
    fail();
  }
}

class PojoTest {
  public void testOne() {
    throw new IllegalStateException("JUnit 4 does not run this");
  }
}

abstract class AbstractBaseTest {
  @Test
  public void inherited() {}
}

interface Slow {}
