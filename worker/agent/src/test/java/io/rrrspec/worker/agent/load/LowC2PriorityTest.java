package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowC2PriorityTest {
  private static final long SLAVE = 100;
  private static final String C2 = "C2 CompilerThre";

  @TempDir Path proc;

  private final List<String> calls = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();

  private C2Priority low() {
    return new LowC2Priority(proc, call -> calls.add(String.join(" ", call)), nanos::get);
  }

  /** A thread of a JVM, which has not waited for a processor yet. */
  private void thread(long process, long thread, String name, int nice) throws IOException {
    mayRaise(true);
    waited(process, thread, Duration.ZERO);
    Path dir = Files.createDirectories(proc.resolve(process + "/task/" + thread));
    Files.writeString(dir.resolve("comm"), name + "\n");
    Files.writeString(
        dir.resolve("stat"),
        thread + " (" + name + ") S 1 2 3 4 -1 6 7 8 9 10 11 12 13 14 20 " + nice + " 30 0 99\n");
    if (process == thread) {
      Files.writeString(proc.resolve(process + "/comm"), name + "\n");
      Files.writeString(dir.resolve("children"), "");
    }
  }

  private void mayRaise(boolean may) throws IOException {
    Path self = Files.createDirectories(proc.resolve("self"));
    Files.writeString(
        self.resolve("status"), "Name:\tjava\nCapEff:\t0000000000" + (may ? "8" : "0") + "00000\n");
  }

  private void waited(long process, long thread, Duration time) throws IOException {
    Path dir = Files.createDirectories(proc.resolve(process + "/task/" + thread));
    Files.writeString(dir.resolve("schedstat"), "12345 " + time.toNanos() + " 9\n");
  }

  private void child(long process, String children) throws IOException {
    Files.writeString(proc.resolve(process + "/task/" + process + "/children"), children);
  }

  private void look(C2Priority priority) {
    nanos.addAndGet(1_000_000_000);
    priority.look(List.of(SLAVE));
  }

  @Test
  void onlyThreadsOfC2GiveWayAndEachIsAskedForOnce() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 101, "C1 CompilerThre", 0);
    thread(SLAVE, 102, C2, 0);
    thread(SLAVE, 103, "GC Thread#0", 0);
    C2Priority low = low();
    look(low);
    look(low);
    assertThat(calls).containsExactly("10 -p 102");

    // A JVM has more of them when it has more to compile.
    thread(SLAVE, 104, C2, 0);
    thread(SLAVE, 105, C2, 0);
    look(low);
    assertThat(calls).hasSize(2);
    assertThat(calls.get(1)).matches("10 -p (104 105|105 104)");
  }

  @Test
  void whatHasWaitedForLongInAllHasThePriorityOfTests() throws IOException {
    thread(SLAVE, SLAVE, "java", 2);
    thread(SLAVE, 102, C2, 2);
    thread(SLAVE, 103, C2, 2);
    C2Priority low = low();
    look(low);
    thread(SLAVE, 102, C2, 12);
    thread(SLAVE, 103, C2, 12);
    waited(SLAVE, 102, LowC2Priority.PATIENCE.dividedBy(2));
    waited(SLAVE, 103, LowC2Priority.PATIENCE.dividedBy(2).minusMillis(1));
    look(low);
    assertThat(calls).hasSize(1);

    waited(SLAVE, 103, LowC2Priority.PATIENCE.dividedBy(2));
    look(low);
    assertThat(calls).hasSize(2);
    assertThat(calls.get(1)).matches("2 -p (102 103|103 102)");
    // Those that come later have it, too, even if the first ones are gone.
    thread(SLAVE, 102, C2, 2);
    thread(SLAVE, 103, C2, 2);
    thread(SLAVE, 104, C2, 2);
    look(low);
    assertThat(calls).hasSize(2);
  }

  @Test
  void whatCannotBeTakenBackIsLess() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    mayRaise(false);
    look(low());
    assertThat(calls).containsExactly("3 -p 102");
  }

  @Test
  void aKernelThatDoesNotTellWaitsIsAskedForLess() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    Files.delete(proc.resolve("100/task/102/schedstat"));
    look(low());
    assertThat(calls).containsExactly("3 -p 102");
  }

  @Test
  void aThreadThatHasNoNameYetIsLookedAtAgain() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, "java", 0);
    C2Priority low = low();
    look(low);
    assertThat(calls).isEmpty();
    thread(SLAVE, 102, C2, 0);
    look(low);
    assertThat(calls).containsExactly("10 -p 102");
  }

  @Test
  void theJvmMayBeStartedByShells() throws IOException {
    thread(SLAVE, SLAVE, "bash", 0);
    C2Priority low = low();
    look(low);
    child(SLAVE, "110 111 ");
    thread(110, 110, "tee", 0);
    thread(111, 111, "bash", 0);
    child(111, "112 ");
    thread(112, 112, "java", 0);
    thread(112, 113, C2, 0);
    look(low);
    assertThat(calls).containsExactly("10 -p 113");
  }

  @Test
  void whatATestStartsIsLeftAlone() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    child(SLAVE, "120 ");
    thread(120, 120, "java", 0);
    thread(120, 121, C2, 0);
    look(low());
    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"5, 15", "12, 19", "-5, 5"})
  void itComesBehindTheThreadsOfItsJvm(int nice, int behind) throws IOException {
    thread(SLAVE, SLAVE, "java", nice);
    thread(SLAVE, 102, C2, nice);
    look(low());
    assertThat(calls).containsExactly(behind + " -p 102");
  }

  @Test
  void aThreadHasThePriorityOfTheOneThatStartedItUntilItIsSeen() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 10);
    thread(SLAVE, 103, "C1 CompilerThre", 10);
    look(low());
    assertThat(calls).containsExactly("0 -p 103");
  }

  @Test
  void theJvmIsLookedForAgainIfTheFirstOneHasEnded() throws IOException {
    thread(SLAVE, SLAVE, "bash", 0);
    child(SLAVE, "110 ");
    thread(110, 110, "java", 0);
    C2Priority low = low();
    look(low);
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    for (String file :
        List.of(
            "task/110/comm",
            "task/110/stat",
            "task/110/schedstat",
            "task/110/children",
            "task/110")) {
      Files.delete(proc.resolve("110").resolve(file));
    }
    look(low);
    look(low);
    assertThat(calls).containsExactly("10 -p 102");
  }

  @Test
  void nothingComesBehindTheLast() throws IOException {
    thread(SLAVE, SLAVE, "java", 19);
    thread(SLAVE, 102, C2, 19);
    look(low());
    assertThat(calls).isEmpty();
  }

  @Test
  void whatIsGoneOrDamagedIsPassedOver() throws IOException {
    C2Priority low = low();
    look(low);
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    thread(SLAVE, 103, C2, 0);
    Files.writeString(proc.resolve("100/task/102/stat"), "102 (C2");
    Files.delete(proc.resolve("100/task/103/comm"));
    look(low);
    assertThat(calls).isEmpty();
  }

  @Test
  void itDoesNotLookAllTheTime() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    C2Priority low = low();
    look(low);
    thread(SLAVE, 102, C2, 0);
    nanos.addAndGet(300_000_000);
    low.look(List.of(SLAVE));
    assertThat(calls).isEmpty();
    nanos.addAndGet(100_000_000);
    low.look(List.of(SLAVE));
    assertThat(calls).containsExactly("10 -p 102");
  }

  @Test
  void withoutTheProgramNobodyAsksAgain() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    C2Priority low =
        new LowC2Priority(
            proc,
            call -> {
              calls.add("asked");
              throw new ServiceException("cannot start renice: not there");
            },
            nanos::get);
    for (int i = 0; i < 10; i++) {
      thread(SLAVE, 103 + i, C2, 0);
      look(low);
    }
    assertThat(calls).hasSize(LowC2Priority.MOST_FAILURES);
  }

  @Test
  void whatFailedOnceIsAskedForAgain() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    C2Priority low =
        new LowC2Priority(
            proc,
            call -> {
              calls.add(String.join(" ", call));
              // Every second time, so never three times in a row.
              if (calls.size() % 2 == 1) {
                throw new ServiceException("cannot start renice: no memory");
              }
            },
            nanos::get);
    for (int i = 0; i < 10; i++) {
      look(low);
    }
    assertThat(calls).containsExactly("10 -p 102", "10 -p 102");
    for (int i = 0; i < 5; i++) {
      thread(SLAVE, 103 + i, C2, 0);
      look(low);
      look(low);
    }
    assertThat(calls).hasSize(12);
  }

  @Test
  void whoMayNotRaiseAPriorityDoesNotTryIt() throws IOException {
    thread(SLAVE, SLAVE, "java", 0);
    thread(SLAVE, 102, C2, 0);
    mayRaise(false);
    C2Priority low = low();
    look(low);
    thread(SLAVE, 102, C2, 3);
    mayRaise(false);
    waited(SLAVE, 102, LowC2Priority.PATIENCE);
    look(low);
    assertThat(calls).containsExactly("3 -p 102");
    thread(SLAVE, 103, C2, 0);
    mayRaise(false);
    look(low);
    assertThat(calls).containsExactly("3 -p 102", "3 -p 103");
  }

  private static int behind(int own) {
    return NiceRight.allows(Path.of("/proc"), own) ? LowC2Priority.BEHIND : LowC2Priority.GENTLY;
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRealJvmHasItsSecondCompilerBehindAllElse() throws Exception {
    Process jvm = new ProcessBuilder("bash", "-c", "exec " + SleepingJvm.command()).start();
    try {
      C2Priority low = C2Priority.of("low");
      int own = SleepingJvm.nice(ProcessHandle.current().pid()).values().iterator().next();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> {
                low.look(List.of(jvm.pid()));
                assertThat(SleepingJvm.nice(jvm.pid()))
                    .containsEntry(C2, Math.min(own + behind(own), 19));
              });
      Map<String, Integer> others = SleepingJvm.nice(jvm.pid());
      others.remove(C2);
      assertThat(others).containsKeys("java", "C1 CompilerThre");
      assertThat(others.values()).containsOnly(own);
    } finally {
      jvm.destroyForcibly();
    }
  }
}
