package io.rrrspec.persister.viewer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.viewer.source.SourceLinks.Editor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses that open a frame's place in an editor. */
class SourceLinksTest {
  private static final Path ELSEWHERE = Path.of("/nowhere/my shop");
  private static final String FRAME = "    at app//com.shop.CartTest.adds(CartTest.java:12)";

  @TempDir Path directory;

  private static SourceLinks idea() {
    return new SourceLinks(Editor.IDEA, ELSEWHERE);
  }

  @Test
  void aFrameLeadsToTheUsualDirectoryOfItsModule() {
    assertThat(idea().link("com.shop.CartTest", FRAME))
        .isEqualTo(
            "idea://open?file=%2Fnowhere%2Fmy%20shop%2Fsrc%2Ftest%2Fjava%2Fcom%2Fshop%2FCartTest.java"
                + "&line=12");
    assertThat(
            new SourceLinks(Editor.VSCODE, ELSEWHERE)
                .link("core/a:com.shop.CartTest@it", "at com.shop.Cart$Line.add(Cart.java:3)"))
        .isEqualTo("vscode://file/nowhere/my%20shop/core/a/src/main/java/com/shop/Cart.java:3");
    assertThat(idea().link("X", "at com.shop.CartSpec.adds(CartSpec.kt:7)"))
        .contains("src%2Ftest%2Fkotlin%2Fcom");
  }

  @Test
  void withoutAnEditorOrADirectoryThereIsNoLink() {
    assertThat(SourceLinks.NONE.link("com.shop.CartTest", FRAME)).isEmpty();
    assertThat(new SourceLinks(Editor.IDEA, null).link("com.shop.CartTest", FRAME)).isEmpty();
  }

  @Test
  void whereTheProjectIsTheFileIsLookedFor() throws IOException {
    SourceLinks links = new SourceLinks(Editor.VSCODE, directory);
    assertThat(links.link("com.shop.CartTest", FRAME)).isEmpty();
    Path file = directory.resolve("src/it/java/com/shop/CartTest.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    assertThat(links.link("com.shop.CartTest", FRAME)).isEqualTo("vscode://file" + file + ":12");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "at com.shop.CartTest.adds(javascript:12)",
        "at com.shop.CartTest.adds(../../../etc/passwd:12)",
        "at com.shop.CartTest.adds(a&line=1.java:12)",
        "at com.shop.CartTest.adds(Cart Test.java:12)",
        "at com.shop.CartTest.adds(CartTest.java:12\u202e)",
        "at com.shop.CartTest.adds(\u200bCartTest.java:12)",
        "at com.shop.CartTest.adds(CartTest.java:-1)",
        "at com.shop.CartTest.adds(CartTest.java:0)",
        "at com.shop.CartTest.adds(CartTest.java:99999999999)",
        "at com.shop.CartTest.adds(CartTest.java)",
        "at com.shop.CartTest.adds(Native Method)",
        "at com..shop.CartTest.adds(CartTest.java:12)",
        "at <script>.adds(CartTest.java:12)",
        "at \"onclick=x.adds(CartTest.java:12)",
        "at (CartTest.java:12)",
        "at com.shop.CartTest.adds(CartTest.java:12",
        "javascript:alert(1)",
        "",
      })
  void whatIsNoCleanFrameHasNoLink(String frame) {
    assertThat(idea().link("com.shop.CartTest", frame)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../etc:com.shop.CartTest", "/etc:com.shop.CartTest", "a\0b:com.shop.CartTest"})
  void noModuleLeadsOutOfTheProject(String specFile) {
    assertThat(idea().link(specFile, FRAME))
        .startsWith("idea://open?file=%2Fnowhere%2Fmy%20shop%2F")
        .doesNotContain("..", "etc");
  }
}
