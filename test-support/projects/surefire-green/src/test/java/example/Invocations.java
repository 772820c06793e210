package example;

import static org.junit.jupiter.api.Assertions.*;

import java.lang.annotation.*;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;

/* Methods that stand for several tests, or for none. */

class EmptyFactoryTest {
  @TestFactory
  List<DynamicTest> none() {
    return List.of();
  }

  @TestFactory
  List<DynamicNode> deep() {
    return List.of(DynamicContainer.dynamicContainer("empty", List.of()));
  }
}

class ZeroInvocationsTest {
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("none")
  void zero(int a) {}

  static Stream<Integer> none() {
    return Stream.empty();
  }
}

class TemplateTest {
  @TestTemplate
  @ExtendWith(One.class)
  void template() {}

  static class One implements TestTemplateInvocationContextProvider {
    public boolean supportsTestTemplate(ExtensionContext c) {
      return true;
    }

    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
        ExtensionContext c) {
      return Stream.of(new TestTemplateInvocationContext() {});
    }
  }
}

@ParameterizedClass
@ValueSource(ints = {1, 2})
class ParameterizedClassTest {
  @Parameter int n;

  @Test
  void one() {}

  @Nested
  class In {
    @Test
    void two() {}
  }
}

@DisplayName("<odd> & \"names\" ]]> \1")
class DisplayNamesTest {
  @DisplayName("a <b> & 'c' \0 \uD83D\uDE00")
  @Test
  void odd() {}

  @DisplayName("slash/and\\back: *?|")
  @Test
  void slashes() {}

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"<a&b>", "]]>", "\uD83D\uDE00"})
  void values(String v) {}

  @TestFactory
  List<DynamicTest> dynamic() {
    return List.of(
        DynamicTest.dynamicTest("<x> & y/../z", () -> {}),
        DynamicTest.dynamicTest("twice", () -> {}),
        DynamicTest.dynamicTest("twice", () -> {}));
  }
}

record RecordWithTest() {
  @Test
  void runs() {}
}

class ImplementingTest implements InterfaceTest {}

class MetaAnnotatedTest {
  @Retention(RetentionPolicy.RUNTIME)
  @Test
  @interface Mine {}

  @Mine
  void one() {}
}

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestInstancePerClassTest {
  int n;

  @BeforeAll
  void before() {
    n++;
  }

  @Test
  void one() {
    assertEquals(1, n);
  }
}

class PrivateMethodBesideTest {
  @Test
  private void hidden() {
    fail("private: nobody runs it");
  }

  @Test
  int returns() {
    fail("returns");
    return 1;
  }

  @Test
  void runs() {}
}
