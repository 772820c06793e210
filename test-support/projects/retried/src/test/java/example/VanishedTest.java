package example;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class VanishedTest {
  @TestFactory
  List<DynamicTest> makes() {
    DynamicTest fine = dynamicTest("fine", () -> {});
    DynamicTest broken = dynamicTest("broken", () -> fail("broken"));
    return Mark.isFirst(VanishedTest.class) ? List.of(fine, broken) : List.of(fine);
  }
}
