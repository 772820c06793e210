package io.rrrspec.worker.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkipWhenCurrentTest {
  @TempDir Path temp;

  @Test
  void maven_runs_only_if_something_has_changed() throws IOException {
    Fixture fixture = Fixture.copy("jupiter-5.14", temp);
    var first = fixture.prepare();
    PreparedState.Inputs inputs = inputs(Map.of());
    assertThat(fixture.prepare()).isEqualTo(first);
    assertThat(fixture.timesMavenRan()).isEqualTo(1);
    PreparedState.Inputs now = inputs(System.getenv());
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).isTrue();
    assertThat(PreparedState.isCurrent(fixture.dir(), inputs)).as("other HOME").isFalse();

    Path source = fixture.dir().resolve("src/main/java/example/Calculator.java");
    String text = Files.readString(source);
    Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).as("only touched").isTrue();
    Files.writeString(source, text + "// changed\n");
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).as("source changed").isFalse();
    Files.writeString(source, text);
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).as("source as it was").isTrue();

    Path compiled = fixture.dir().resolve("target/classes/example/Calculator.class");
    Files.setLastModifiedTime(compiled, FileTime.from(Instant.EPOCH));
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).as("class touched").isFalse();
    fixture.prepare();
    assertThat(fixture.timesMavenRan()).isEqualTo(2);
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).isTrue();

    Files.writeString(fixture.dir().resolve("new.txt"), "new");
    assertThat(PreparedState.isCurrent(fixture.dir(), now)).as("a file more").isFalse();
  }

  private static PreparedState.Inputs inputs(Map<String, String> environment) throws IOException {
    Maven maven = Maven.find(Path.of("/"), System.getenv());
    return new PreparedState.Inputs(maven, ExtensionJar.find(), environment);
  }
}
