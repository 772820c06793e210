package io.rrrspec.worker.slave.affinity;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.runner.RunWith;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.ContextHierarchy;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.test.context.junit4.SpringRunner;

/** Test classes with and without contexts of Spring. */
final class SpringBehaviours {
  private SpringBehaviours() {}

  @Configuration(proxyBeanMethods = false)
  static class Shop {}

  @Configuration(proxyBeanMethods = false)
  static class Depot {}

  static class Plain {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  static class First {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  static class Second {
    @Test
    void passes() {}
  }

  @RunWith(SpringRunner.class)
  @ContextConfiguration(classes = Shop.class)
  public static class Vintage {
    @org.junit.Test
    public void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  @ActiveProfiles("dev")
  static class OfAProfile {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  @TestPropertySource(properties = "a=1")
  static class WithAProperty {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Depot.class)
  static class Other {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  static class WithDynamicProperties {
    @DynamicPropertySource
    static void add(DynamicPropertyRegistry registry) {
      registry.add("b", () -> "2");
    }

    @Test
    void passes() {}
  }

  @ContextHierarchy({
    @ContextConfiguration(classes = Shop.class),
    @ContextConfiguration(classes = Depot.class)
  })
  @org.junit.jupiter.api.extension.ExtendWith(
      org.springframework.test.context.junit.jupiter.SpringExtension.class)
  static class OfAHierarchy {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  @DirtiesContext
  static class Dirty {
    @Test
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  static class DirtyMethod {
    @Test
    @DirtiesContext
    void passes() {}
  }

  @SpringJUnitConfig(Shop.class)
  static class Unused {
    @Test
    @Disabled("nothing runs")
    void isSkipped() {}
  }

  static class Outer {
    @Nested
    @SpringJUnitConfig(Shop.class)
    class Inner {
      @Test
      void passes() {}
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Broken {
    @Bean
    Object broken() {
      throw new IllegalStateException("it cannot start");
    }
  }

  @SpringJUnitConfig(Broken.class)
  static class CannotStart {
    @Test
    void fails() {}
  }
}
