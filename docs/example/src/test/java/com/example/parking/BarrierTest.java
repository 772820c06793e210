package com.example.parking;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Fails at its first trial and passes at its second, every time: a flaky test to look at. */
class BarrierTest {
  @Test
  void opens() throws IOException {
    assertTrue(new Barrier(Path.of("target", "barrier-is-stuck")).open(), "the barrier sticks");
  }
}
