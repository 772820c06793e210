package example;

import org.testng.*;
import org.testng.annotations.*;

/* Classes whose tests, or some of them, are skipped or switched off. */

class SkipsTest {
  @Test
  public void skips() {
    throw new SkipException("not here");
  }

  @Test
  public void runs() {}
}

class SkipsInBeforeClassTest {
  @BeforeClass
  public void no() {
    throw new SkipException("no database");
  }

  @Test
  public void a() {}

  @Test
  public void b() {}
}

class SkipsInBeforeMethodTest {
  @BeforeMethod
  public void no() {
    throw new SkipException("no database");
  }

  @Test
  public void a() {}

  @Test
  public void b() {}
}

class EnabledFalseTest {
  @Test(enabled = false)
  public void never() {
    Assert.fail();
  }

  @Test
  public void runs() {}
}

@Test(enabled = false)
class EnabledInDisabledTest {
  @Test
  public void a() {}

  public void b() {}
}

class NoRowsTest {
  @DataProvider
  public Object[][] none() {
    return new Object[0][];
  }

  @Test(dataProvider = "none")
  public void never(int a) {
    Assert.fail();
  }

  @Test
  public void runs() {}
}
