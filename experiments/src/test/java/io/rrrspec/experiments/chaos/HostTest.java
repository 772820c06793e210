package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostTest {
  private static final Map<String, String> ALL = Map.of("RRRSPEC_JAVA_OPTS", "-Xmx1m");

  @Test
  void onThisMachineNothingStandsBeforeACommand() {
    Host host = Host.local("worker-1");
    assertThat(host.command(List.of("ls"))).containsExactly("ls");
    assertThat(host.environment(ALL)).isEqualTo(ALL);
  }

  @Test
  void workersOfOtherHostsOpenTheirPortsWhereOthersReachThem() {
    List<String> prefix = List.of("nsenter", "--net=x");
    Host worker = new Host("worker-1", "10.0.0.2", prefix);
    assertThat(worker.command(List.of("ls", "-l")))
        .containsExactly("nsenter", "--net=x", "ls", "-l");
    assertThat(worker.environment(ALL))
        .containsEntry("RRRSPEC_BIND", "10.0.0.2")
        .containsEntry("RRRSPEC_JAVA_OPTS", "-Xmx1m -Dh2.bindAddress=10.0.0.2");
    assertThat(new Host("server-1", "10.0.0.3", prefix).environment(ALL))
        .doesNotContainKey("RRRSPEC_BIND");
  }
}
