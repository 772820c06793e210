package example;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

@ExtendWith(ModeTest.Mode.class)
class ModeTest {
  @Test
  void knowsItsMode(String mode) {
    System.out.println("mode is " + mode);
    assertNotEquals("later", mode);
  }

  @Test
  @Tag("slow")
  void knowsItSlowly(String mode) {
    System.out.println("slow mode is " + mode);
  }

  static class Mode implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return true;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context.getConfigurationParameter("mode").orElse("none");
    }
  }
}
