package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupTest {
  private static final String UNIFIED =
      "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
  private static final String HYBRID =
      "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw";
  private static final String FIRST_VERSION =
      "40 31 0:37 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu";
  private static final String CONTAINER =
      "99 31 0:26 /docker/abc /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw";

  @TempDir Path dir;

  @Test
  void theOwnGroupIsFoundWhereTheSecondVersionIsMounted() {
    assertThat(Cgroup.own(List.of(FIRST_VERSION, UNIFIED), "/system.slice/a.service"))
        .isEqualTo(Path.of("/sys/fs/cgroup/system.slice/a.service"));
    assertThat(Cgroup.own(List.of(FIRST_VERSION, HYBRID), "/"))
        .isEqualTo(Path.of("/sys/fs/cgroup/unified"));
    assertThat(Cgroup.own(List.of(CONTAINER), "/docker/abc/x"))
        .isEqualTo(Path.of("/sys/fs/cgroup/x"));
    assertThat(Cgroup.own(List.of(CONTAINER), "/docker/other")).isNull();
    assertThat(Cgroup.own(List.of(FIRST_VERSION), "/")).isNull();
  }

  @Test
  void whereNoneCanBeMadeNothingIsDone() {
    Cgroup none = Cgroup.createIn(dir.resolve("missing"), "x");
    assertThat(none.exists()).isFalse();
    assertThat(none.add(ProcessHandle.current().pid())).isFalse();
    none.kill();
    // A directory that is no control group.
    assertThat(Cgroup.createIn(dir, "x").exists()).isFalse();
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void whatHidesFromItsParentEndsWithTheGroup() throws IOException {
    String mark = UUID.randomUUID() + ".1";
    Cgroup cgroup = Cgroup.create(mark);
    assumeThat(cgroup.exists()).as("this process may make control groups").isTrue();
    ChildProcess group = Program.bash(HiddenChild.SCRIPT).directory(dir).start(cgroup::add).child();
    ProcessHandle child = HiddenChild.await(dir);
    HiddenChild.orphan(dir, group);
    assertThat(child.isAlive()).isTrue();
    assertThat(Files.readString(Path.of("/proc/" + child.pid() + "/cgroup")))
        .contains("rrrspec-" + mark);

    cgroup.kill();
    HiddenChild.awaitEnd(child);
    assertThat(Cgroup.create(mark).exists()).as("it was removed").isTrue();
    Cgroup.killAll(mark.substring(0, mark.indexOf('.')));
  }

  @Test
  void whatAnEarlierWorkerLeftIsFoundByItsMark() throws IOException {
    String mark = UUID.randomUUID().toString();
    Cgroup cgroup = Cgroup.create(mark + ".1");
    assumeThat(cgroup.exists()).as("this process may make control groups").isTrue();
    ChildProcess group = Program.bash(HiddenChild.SCRIPT).directory(dir).start(cgroup::add).child();
    ProcessHandle child = HiddenChild.await(dir);
    HiddenChild.orphan(dir, group);

    Cgroup.killAll(UUID.randomUUID().toString());
    assertThat(child.isAlive()).isTrue();
    Cgroup.killAll(mark);
    HiddenChild.awaitEnd(child);
  }
}
