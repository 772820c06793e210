package example;

import org.testng.*;
import org.testng.annotations.*;

/* Classes that TestNG finds no test in. */

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

/** No tests, and nobody may initialize it. */
class HelperTest {
  static {
    if (true) throw new IllegalStateException("never initialize this");
  }
}

/** As Kotlin compiles a file with functions only. */
final class UtilTestKt {
  private UtilTestKt() {}

  public static int plus(int a) {
    return a;
  }
}

class NoDefaultConstructorTest {
  NoDefaultConstructorTest(int a) {}
}

class ConfigOnlyTest {
  @BeforeClass
  public void a() {
    Assert.fail("nothing to set up");
  }
}

class AllEnabledFalseTest {
  @Test(enabled = false)
  public void never() {
    Assert.fail();
  }
}

@Test(enabled = false)
class ClassEnabledFalseTest {
  public void never() {
    Assert.fail();
  }
}

@Ignore
class IgnoreTest {
  @Test
  public void never() {
    Assert.fail();
  }
}

class IgnoreOnMethodsTest {
  @Ignore
  @Test
  public void a() {}

  @Test(enabled = false)
  public void b() {}
}

class OnlyNoRowsTest {
  @DataProvider
  public Object[][] none() {
    return new Object[0][];
  }

  @Test(dataProvider = "none")
  public void never(int a) {
    Assert.fail();
  }
}

class OnlyReturnsTest {
  @Test
  public int a() {
    return 1;
  }
}
