package example;

import static org.testng.Assert.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class StackTest {
  private Deque<Integer> stack;

  @BeforeMethod
  public void create() {
    stack = new ArrayDeque<>();
  }

  @Test
  public void startsEmpty() {
    assertEquals(stack.size(), 0);
  }

  @Test(dependsOnMethods = "startsEmpty")
  public void pops() {
    stack.push(1);
    assertEquals(stack.pop(), Integer.valueOf(1));
  }

  @DataProvider
  public Object[][] numbers() {
    return new Object[][] {{1}, {2}};
  }

  @Test(dataProvider = "numbers")
  public void pushes(int number) {
    stack.push(number);
    assertEquals(stack.peek(), Integer.valueOf(number));
  }
}
