package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GreetingTest {
  @Test
  void greetsByTheLibraryItself() {
    assertEquals("Hello Mx. Kim", Greeting.to("Kim"));
    assertEquals("names.Names", Greeting.source());
  }
}
