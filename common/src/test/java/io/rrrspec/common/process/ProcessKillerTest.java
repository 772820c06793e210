package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProcessKillerTest {
  private static ChildProcess marked(String mark) {
    return Program.inOwnGroup(List.of("sleep", "600"))
        .environment(environment -> environment.put(ChildEnvironment.MARK, mark))
        .start()
        .child();
  }

  @Test
  void markedProcessesAreKilledAndNoOthers() {
    String mark = UUID.randomUUID().toString();
    ChildProcess same = marked(mark);
    ChildProcess below = marked(mark + ".1");
    ChildProcess other = marked(mark + "1");
    try {
      ProcessKiller.killMarked(mark);
      assertThat(same.onExit().join()).isEqualTo(137);
      assertThat(below.onExit().join()).isEqualTo(137);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.kill();
    }
  }

  @Test
  void aSignalReachesTheWholeGroup() {
    ChildProcess group = Program.bash("sleep 60 & sleep 61").start().child();
    ProcessKiller.signalGroup(group.id(), "TERM");
    assertThat(group.onExit().join()).isEqualTo(143);
  }

  @Test
  void noSignalGoesToAllProcesses() {
    assertThatThrownBy(() -> ProcessKiller.signalGroup(1, "KILL"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
