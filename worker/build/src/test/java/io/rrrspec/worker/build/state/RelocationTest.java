package io.rrrspec.worker.build.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelocationTest {
  private static final Path OLD = Path.of("/build/w1/shop");

  @TempDir Path base;

  private Path project;
  private Path directory;

  @BeforeEach
  void make() throws IOException {
    project = base.toRealPath().resolve("shop");
    directory = Files.createDirectories(Project.directory(project));
    Files.createDirectories(project.resolve("target"));
  }

  @Test
  void onlyWholePathsOfTheOldPlaceAreReplaced() throws IOException {
    Path args = directory.resolve("slave.args");
    Files.writeString(
        args,
        "\"-cp\" \"/build/w1/shop/target/classes:/build/w1/shop\"\n"
            + "file:///build/w1/shop/x file:/build/w1/shop\n"
            + "/build/w1/shop2 /build/w1/shop-api /build/w1/shop.bak /mnt/build/w1/shop é\n");
    Relocation.of(OLD, project);
    assertThat(args)
        .hasContent(
            "\"-cp\" \"P/target/classes:P\"\nfile://P/x file:P\n".replace("P", project.toString())
                + "/build/w1/shop2 /build/w1/shop-api /build/w1/shop.bak /mnt/build/w1/shop é\n");
  }

  @Test
  void whatIsKeptOfThePrepareHoldsInTheNewPlace() throws IOException {
    Path script = directory.resolve("slave.sh");
    Files.writeString(script, "cd '/build/w1/shop'\n");
    Path compiled = Files.writeString(project.resolve("target/A.class"), "bytes");
    Map<Path, FileEntry> products = new TreeMap<>();
    for (Path path : List.of(script, compiled)) {
      products.put(path, FileEntry.read(path, FileStamp.of(path)));
    }
    new Kept(
            Map.of(),
            Map.of(),
            Set.of(),
            List.of(),
            Long.MAX_VALUE,
            5,
            Set.of(OLD.resolve("target")),
            Set.of(OLD.resolve("target/generated")),
            Set.of(Path.of("/etc/mavenrc")),
            Map.of(),
            Map.of(Path.of("/etc/mavenrc"), FileEntry.MISSING),
            products)
        .write(directory, project);
    Relocation.of(OLD, project);

    Kept moved = Objects.requireNonNull(Kept.read(directory, project));
    assertThat(moved.buildDirectories()).containsExactly(project.resolve("target"));
    assertThat(moved.inBuild()).containsExactly(project.resolve("target/generated"));
    assertThat(moved.products().get(script))
        .isEqualTo(FileEntry.read(script, FileStamp.of(script)))
        .isNotEqualTo(products.get(script));
    assertThat(moved.products().get(compiled)).isEqualTo(products.get(compiled));
    assertThat(moved.outside()).containsOnlyKeys(Path.of("/etc/mavenrc"));
  }

  @Test
  void aStateThatCannotBeReadIsForgotten() throws IOException {
    Files.writeString(Kept.file(directory), "damaged");
    Relocation.of(OLD, project);
    assertThat(Kept.file(directory)).doesNotExist();
  }

  @Test
  void withoutAPrepareOrAnotherPlaceNothingIsDone() throws IOException {
    Path script = Files.writeString(directory.resolve("slave.sh"), project.toString());
    Relocation.of(project, project);
    assertThat(script).hasContent(project.toString());
    Relocation.of(OLD, base.resolve("nowhere"));
    assertThat(base.resolve("nowhere")).doesNotExist();
  }
}
