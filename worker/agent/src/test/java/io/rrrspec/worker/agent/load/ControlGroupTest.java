package io.rrrspec.worker.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.worker.agent.load.ControlGroup.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
  @TempDir Path top;

  private Path file(String name, String text) throws IOException {
    Path file = top.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private ControlGroup group(String told) throws IOException {
    return new ControlGroup(file("told", told), top.resolve("fs"));
  }

  @Test
  void theSecondVersionTellsLimitAndUseOfEachLevel() throws IOException {
    file("fs/a/b/memory.max", "max\n");
    file("fs/a/b/memory.current", "700\n");
    file("fs/a/memory.max", "1000\n");
    file("fs/a/memory.current", "900\n");
    file(
        "fs/a/memory.stat",
        "anon 500\nfile 400\ninactive_file 250\nactive_file 150\nfile_mapped 100\n");
    file("fs/a/b/cpu.stat", "usage_usec 5000\nuser_usec 4000\n");

    ControlGroup group = group("0::/a/b\n");
    assertThat(group.memory()).containsExactly(new Room(1_000, 400));
    assertThat(group.processorNanos()).hasValue(5_000_000);
  }

  @Test
  void theFirstVersionCountsTheGroupsBelow() throws IOException {
    file("fs/memory/a/memory.limit_in_bytes", "1000\n");
    file("fs/memory/a/memory.usage_in_bytes", "900\n");
    file(
        "fs/memory/a/memory.stat",
        "inactive_file 1\nactive_file 1\ntotal_inactive_file 300\ntotal_active_file 200\n"
            + "total_mapped_file 50\n");
    file("fs/memory/memory.limit_in_bytes", "9223372036854771712\n");
    file("fs/memory/memory.usage_in_bytes", "5000\n");
    file("fs/cpuacct/x/cpuacct.usage", "77\n");

    ControlGroup group = group("4:memory:/a\n2:cpu,cpuacct:/x\n0::/\n");
    assertThat(group.memory()).containsExactly(new Room(1_000, 550));
    assertThat(group.processorNanos()).hasValue(77);
  }

  @Test
  void inAContainerTheGroupAtTheTopIsSeen() throws IOException {
    file("fs/memory.max", "2000\n");
    file("fs/memory.current", "500\n");
    assertThat(group("0::/system.slice/docker-1\n").memory())
        .containsExactly(new Room(2_000, 1_500));
  }

  @Test
  void whatIsMissingOrOddIsNoLimit() throws IOException {
    file("fs/a/memory.max", "odd\n");
    file("fs/a/memory.current", "500\n");
    ControlGroup group = group("0::/a/../../b\nodd\n3:memory:/../..\n0::/a\n");
    assertThat(group.memory()).isEmpty();
    assertThat(group.processorNanos()).isEmpty();
    assertThat(new ControlGroup(top.resolve("none"), top).memory()).isEmpty();
  }
}
