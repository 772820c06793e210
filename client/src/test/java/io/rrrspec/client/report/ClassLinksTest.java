package io.rrrspec.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where names of classes lead. */
class ClassLinksTest {
  @TempDir Path project;

  @Test
  void aClassLeadsToItsSource() throws Exception {
    Path file = project.resolve("core/src/test/kotlin/com/shop/CartTest.kt");
    Files.createDirectories(file.getParent());
    Files.createFile(file);
    ClassLinks links = ClassLinks.sources(project);
    assertThat(links.of("core:com.shop.CartTest")).isEqualTo(file.toUri());
    assertThat(links.of("core:com.shop.CartTest$Nested@it")).isEqualTo(file.toUri());
    assertThat(links.of("com.shop.CartTest")).isNull();
    assertThat(links.of("core:..")).isNull();
    assertThat(links.of("\0: \u2028 x")).isNull();
  }

  @Test
  void aClassLeadsToItsPage() {
    assertThat(ClassLinks.pages(URI.create("http://h/runs/1")).of("core:com.A$B@it"))
        .isEqualTo(URI.create("http://h/runs/1/task?name=core%3Acom.A%40it"));
  }
}
