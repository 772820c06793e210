package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.process.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How slaves of Ruby rrrspec learn what their worker is called. */
class RubyNameFileTest {
  @TempDir Path dir;

  private static Map<String, String> environment(String files) {
    return new HashMap<>(Map.of("RRRSPEC_CONFIG_FILES", files));
  }

  @Test
  void aWorkerOfAnotherNameThanItsHostTellsItBehindAllOtherFiles() throws IOException {
    Map<String, String> environment = environment("/etc/a.rb:/etc/b.rb");
    RubyNameFile file = new RubyNameFile("build-7", dir);
    file.addTo(environment);

    Path written = dir.resolve("name-build-7.rb");
    assertThat(environment).containsEntry("RRRSPEC_CONFIG_FILES", "/etc/a.rb:/etc/b.rb:" + written);
    assertThat(written).content().contains("RRRSpec.hostname = 'build-7'\n");
    assertThat(Files.readString(written)).doesNotContain("DEFAULT_CONFIG_FILES");
    file.delete();
    assertThat(written).doesNotExist();
    file.delete();
  }

  @Test
  void whereNoFileIsNamedRubyRrrspecStillReadsItsDefaults() throws IOException {
    Map<String, String> environment = environment("");
    new RubyNameFile("build-7", dir).addTo(environment);

    Path written = dir.resolve("name-build-7.rb");
    assertThat(environment).containsEntry("RRRSPEC_CONFIG_FILES", written.toString());
    assertThat(Files.readString(written))
        .contains("RRRSpec.configuration.redis.nil?", "RRRSpec::DEFAULT_CONFIG_FILES");
  }

  @Test
  void aWorkerThatIsCalledAsItsHostNeedsNothing() {
    Map<String, String> environment = environment("");
    new RubyNameFile(HostName.ofThisHost(), dir).addTo(environment);
    assertThat(environment).containsEntry("RRRSPEC_CONFIG_FILES", "");
    assertThat(dir).isEmptyDirectory();
  }
}
