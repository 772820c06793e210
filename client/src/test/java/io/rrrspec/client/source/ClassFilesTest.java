package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassFilesTest {
  private static final String CART = "core:shop.CartTest";
  private static final String NAMED = "core:shop.CartTest@named";

  @TempDir Path directory;

  private void file(String name, String text) throws IOException {
    Path file = directory.resolve("core/target/test-classes/shop").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Map<String, String> digests() {
    PreparedProject project = new PreparedProject(directory, Projects.ofModules(directory));
    return new ClassFiles(project).digests(List.of(CART, NAMED, "core:shop.GoneTest"));
  }

  @BeforeEach
  void write() throws IOException {
    file("CartTest.class", "cart");
    file("CartTest$Empty.class", "empty");
  }

  @Test
  void aClassWithoutFileHasNone() {
    assertThat(digests()).containsOnlyKeys(CART, NAMED);
    assertThat(digests().get(CART)).matches("[0-9a-f]{64}").isEqualTo(digests().get(NAMED));
  }

  @Test
  void theClassAndThoseWithinItCount() throws IOException {
    Map<String, String> first = digests();
    file("CartTest.class", "Cart");
    Map<String, String> second = digests();
    file("CartTest$Empty.class", "Empty");
    Map<String, String> third = digests();
    file("CartTest$1.class", "");
    Map<String, String> fourth = digests();
    assertThat(List.of(first, second, third, fourth)).doesNotHaveDuplicates();
    Files.delete(directory.resolve("core/target/test-classes/shop/CartTest$1.class"));
    assertThat(digests()).isEqualTo(third);
  }

  @Test
  void noOtherClassCounts() throws IOException {
    Map<String, String> first = digests();
    file("CartTests.class", "other");
    file("CartTest.txt", "other");
    file("Cart.class", "other");
    assertThat(digests()).isEqualTo(first);
  }
}
