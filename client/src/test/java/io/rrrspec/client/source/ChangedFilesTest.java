package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedFilesTest {
  @TempDir Path directory;

  @Test
  void whatIsNotCommittedCountsAndWhatGitIgnoresDoesNot() throws Exception {
    git("init", "-q", "-b", "main");
    write(".gitignore", "target/\n");
    write("A.java", "a");
    assertThat(ChangedFiles.since("HEAD", directory).paths())
        .containsExactlyInAnyOrder(".gitignore", "A.java");
    write("B.java", "b");
    write("C.java", "c");
    commit();
    assertThat(ChangedFiles.since("HEAD", directory).paths()).isEmpty();
    write("A.java", "changed");
    write("target/D.java", "ignored");
    write("dir/Ünew .java", "new");
    write("E.java", "staged");
    git("add", "E.java");
    Files.delete(directory.resolve("B.java"));
    git("mv", "C.java", "F.java");
    assertThat(ChangedFiles.since("HEAD", directory).paths())
        .containsExactlyInAnyOrder("A.java", "dir/Ünew .java", "E.java", "F.java");
  }

  @Test
  void ofABranchOnlyWhatCameSinceItLeftCounts() throws Exception {
    git("init", "-q", "-b", "main");
    write("app/A.java", "a");
    write("app/B.java", "b");
    commit();
    git("checkout", "-q", "-b", "mine");
    write("app/A.java", "mine");
    write("other/X.java", "beside the project");
    commit();
    git("checkout", "-q", "main");
    write("app/B.java", "theirs");
    commit();
    git("checkout", "-q", "mine");
    write("app/C.java", "new");
    Path project = directory.resolve("app");
    assertThat(ChangedFiles.since("main", project).paths())
        .containsExactlyInAnyOrder("A.java", "C.java");
    assertThat(ChangedFiles.since("HEAD", project).paths()).containsExactly("C.java");
  }

  @Test
  void whatGitCannotTellIsOneLine() throws Exception {
    assertThatThrownBy(() -> ChangedFiles.since("HEAD", directory))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "option --changed: " + directory + " is in no Git repository: leave --changed out");
    git("init", "-q", "-b", "main");
    write("A.java", "a");
    commit();
    for (String wrong : List.of("gone", "*CartTest", "--all", " ")) {
      assertThatThrownBy(() -> ChangedFiles.since(wrong, directory))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(
              "option --changed: Git knows no commit '" + wrong + "': write a branch, a tag");
    }
    git("checkout", "-q", "--orphan", "other");
    write("A.java", "other");
    commit();
    assertThatThrownBy(() -> ChangedFiles.since("main", directory))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("'main' and HEAD have no commit in common here");
  }

  @Test
  void aClassIsFoundByTheFileThatItWasCompiledFrom() throws Exception {
    Path source = directory.resolve("src/it/java/shop/Carts.java");
    write("src/it/java/shop/Carts.java", "package shop; class CartTest { class Inner {} }");
    Path classes = Files.createDirectories(directory.resolve("target/test-classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    String[] names = {"shop.CartTest", "shop.CartTest$Inner", "shop.StockTest", "other.CartTest"};
    PreparedProject project = new PreparedProject(directory, Projects.of(directory, 1, names));

    assertThat(selected(project, "src/it/java/shop/Carts.java"))
        .containsExactly("shop.CartTest", "shop.CartTest$Inner");
    assertThat(selected(project, "src/test/java/shop/CartTest.java", "docs/Carts.java")).isEmpty();
    // Not compiled: then its name has to do.
    assertThat(selected(project, "src/test/kotlin/shop/StockTest.kt"))
        .containsExactly("shop.StockTest");
    assertThat(selected(project, "src/test/resources/shop/StockTest", "README.md")).isEmpty();
  }

  @Test
  void aFileBelongsToTheDeepestModuleAroundIt() {
    PreparedProject project = new PreparedProject(directory, Projects.ofModules(directory));
    assertThat(selected(project, "core/src/test/java/shop/CartTest.java"))
        .containsExactly("core:shop.CartTest", "core:shop.CartTest@named");
    assertThat(selected(project, "services/billing/src/it/java/shop/CartTest.java"))
        .containsExactly("services/billing:shop.CartTest");
    assertThat(
            selected(
                project,
                "core/plugin/src/test/java/shop/CartTest.java",
                "src/test/java/shop/CartTest.java",
                "services/src/test/java/shop/CartTest.java"))
        .isEmpty();

    var root = Projects.execution(directory, "default-test", 1, "shop.CartTest");
    var core = Projects.execution(directory.resolve("core"), "default-test", 1, "shop.CartTest");
    PreparedProject rooted =
        new PreparedProject(
            directory,
            Projects.ofModules(
                Projects.module(directory, "", "com.shop:shop", root),
                Projects.module(directory, "core", "com.shop:core", core)));
    assertThat(selected(rooted, "core/src/test/java/shop/CartTest.java"))
        .containsExactly("core:shop.CartTest");
    assertThat(selected(rooted, "src/test/java/shop/CartTest.java"))
        .containsExactly("shop.CartTest");
  }

  private static List<String> selected(PreparedProject project, String... paths) {
    return new ChangedFiles("HEAD", java.util.Set.of(paths))
        .select(TestClass.of(project.project()), project).stream().map(TestClass::task).toList();
  }

  private void write(String path, String text) throws Exception {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void commit() throws Exception {
    git("add", "-A");
    git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "x");
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    assertThat(Program.of(command).directory(directory).answer()).isPresent();
  }
}
