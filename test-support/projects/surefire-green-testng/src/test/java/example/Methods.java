package example;

import org.testng.*;
import org.testng.annotations.*;

/* Methods that TestNG calls although they look unusual, or calls often. */

abstract class AbstractNgTest {
  @Test
  public void inherited() {}
}

class InheritingTest extends AbstractNgTest {}

@Test
class ClassTest {
  public void a() {}

  void helper() {}

  public static void statics() {}

  public int returns() {
    return 1;
  }
}

class DependsTest {
  @Test(groups = "first")
  public void a() {}

  @Test(dependsOnGroups = "first")
  public void b() {}

  @Test(dependsOnMethods = "b")
  public void c() {}
}

class ExpectedTest {
  @Test(expectedExceptions = IllegalStateException.class)
  public void a() {
    throw new IllegalStateException();
  }

  @Test(invocationCount = 3, successPercentage = 60)
  public void b() {
    if (n++ == 0) Assert.fail();
  }

  int n;
}

class LazyTest {
  @Parameters("p")
  @Test
  public void a(@Optional("x") String p) {
    Assert.assertEquals(p, "x");
  }

  @Test(timeOut = 5000)
  public void b() {}

  @Test(priority = 1, description = "<odd> & name")
  public void c() {}
}

class OnlyPackageTest {
  @Test
  void a() {}
}

class OnlyPrivateTest {
  @Test
  private void a() {}
}

class OnlyStaticTest {
  @Test
  public static void a() {}
}

class PrivateClassTest {
  @Test
  public void a() {}
}

class ReturnsTest {
  @Test
  public int a() {
    Assert.fail("TestNG does not run what returns something");
    return 1;
  }

  @Test
  public void b() {}
}

class SubOfPrivateTest extends Hidden {}

class Hidden {
  @Test
  private void a() {}

  @Test
  void b() {}
}
