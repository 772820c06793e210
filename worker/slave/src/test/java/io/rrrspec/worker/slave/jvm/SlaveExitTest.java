package io.rrrspec.worker.slave.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SlaveExitTest {
  @Test
  void eachHasACodeOfItsOwn() {
    assertThat(Arrays.stream(SlaveExit.values()).map(SlaveExit::code)).doesNotHaveDuplicates();
    for (SlaveExit exit : SlaveExit.values()) {
      String output = "of a test\n" + LastWords.line("for a reason");
      assertThat(SlaveExit.of(exit.code(), output)).isSameAs(exit);
    }
    assertThat(SlaveExit.of(137, "")).isSameAs(SlaveExit.FAILURE);
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "CUT_OFF", "BROKEN", "ORPHAN", "GONE"})
  void a_test_that_ends_its_JVM_with_a_code_of_ours_is_to_blame(SlaveExit exit) {
    assertThat(SlaveExit.of(exit.code(), "of a test\n")).isSameAs(SlaveExit.FAILURE);
    assertThat(SlaveExit.of(exit.code(), LastWords.line(exit.words()))).isSameAs(exit);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0   | bye                                      | exit code 0, without System.exit",
        "3   | 'rrrspec-java: System.exit was called at a.B.c(B.java:1)'"
            + " | the JVM ended with exit code 3: System.exit was called at a.B.c(B.java:1)",
        "3   | 'it says rrrspec-java: System.exit was called' | the JVM ended with exit code 3",
        "137 | ''                                       | was killed by signal KILL",
        "3   | Terminating due to java.lang.OutOfMemoryError: Java heap space"
            + " | exit code 3: java.lang.OutOfMemoryError: Java heap space",
        "3   | Terminating due to java.lang.OutOfMemoryError: GC overhead limit exceeded"
            + " | exit code 3: java.lang.OutOfMemoryError: GC overhead limit exceeded",
        "134 | Aborting due to java.lang.OutOfMemoryError: Metaspace"
            + " | signal ABRT: java.lang.OutOfMemoryError: Metaspace",
        "1   | java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory"
            + " | exit code 1: java.lang.OutOfMemoryError: unable to create native thread",
        "1   | Exception in thread \"main\" java.lang.StackOverflowError"
            + " | exit code 1: java.lang.StackOverflowError",
        "1   | There is insufficient memory for the Java Runtime Environment to continue."
            + " | exit code 1: There is insufficient memory",
        "48  | ''                                       | the JVM ended, out of memory",
      })
  void theReasonNamesWhatTheJvmRanOutOf(int code, String output, String reason) {
    assertThat(SlaveExit.describe(code, output)).contains(reason);
  }

  @Test
  void itsLastWordsSayMoreThanItsCode() {
    String output =
        "java.lang.OutOfMemoryError: of a test\n"
            + "rrrspec-java: this slave ends: first\n"
            + "\nrrrspec-java: this slave ends: Redis does not serve: OOM\nmore\n";
    assertThat(SlaveExit.describe(46, output)).isEqualTo("Redis does not serve: OOM");
  }
}
