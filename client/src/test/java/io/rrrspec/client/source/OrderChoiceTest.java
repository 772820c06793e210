package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.client.source.OrderChoice.Kind;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderChoiceTest {
  private static final List<TaskRequest> LONGEST_FIRST =
      List.of("e", "b", "d", "a", "c").stream().map(name -> new TaskRequest(name, null)).toList();

  @TempDir Path directory;

  @Test
  void longestChangesNothing() {
    assertThat(applied("longest")).containsExactly("e", "b", "d", "a", "c");
    assertThat(OrderChoice.parse("longest").note()).isEmpty();
  }

  @Test
  void asIsFollowsSurefireAndPutsWhatItDoesNotKnowAtTheEnd() {
    assertThat(applied("as-is")).containsExactly("d", "c", "a", "b", "e");
  }

  @Test
  void whatFailedLastComesFirstAndElseLongestFirst() {
    assertThat(applied("last-failed-first")).containsExactly("b", "c", "e", "d", "a");
  }

  /** These orders are promised to people who type a seed again, on whatever JDK. */
  @Test
  void aSeedGivesOneOrderForEver() {
    assertThat(applied("random:4711")).containsExactlyElementsOf(applied("random:4711"));
    assertThat(String.join("", applied("random:4711"))).isEqualTo("bcead");
    assertThat(String.join("", applied("random:-1"))).isEqualTo("cadeb");
    List<TaskRequest> other = new ArrayList<>(LONGEST_FIRST);
    Collections.reverse(other);
    assertThat(OrderChoice.parse("random:4711").apply(other, List::of, Set::of))
        .extracting(TaskRequest::specFile)
        .containsExactlyElementsOf(applied("random:4711"));
  }

  @Test
  void allOrdersAreDrawn() {
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < 2_000; seed++) {
      seen.add(String.join("", applied("random:" + seed)));
    }
    assertThat(seen).hasSize(120);
  }

  @Test
  void aDrawnSeedIsToldSoThatItCanBeTypedAgain() {
    OrderChoice drawn = OrderChoice.parse("random");
    assertThat(drawn.kind()).isEqualTo(Kind.RANDOM);
    assertThat(drawn.note())
        .hasValue(
            "order: random, seed "
                + drawn.seed()
                + " (again: --order random:"
                + drawn.seed()
                + ")");
    assertThat(OrderChoice.parse("random:" + drawn.seed())).isEqualTo(drawn);
  }

  @Test
  void anythingElseIsNamed() {
    assertThatThrownBy(() -> OrderChoice.parse("shortest"))
        .isInstanceOf(UsageException.class)
        .hasMessage("option --order is 'shortest': write " + OrderChoice.CHOICES);
    assertThatThrownBy(() -> OrderChoice.parse("random:x"))
        .isInstanceOf(UsageException.class)
        .hasMessage("option --order is 'random:x': write a whole number behind random:");
  }

  /** The file system's own order, which java.io tells and nothing sorts. */
  @Test
  void surefireTakesClassesAsTheFileSystemListsThem() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("target/test-classes/shop/deep"));
    for (int i = 0; i < 30; i++) {
      Files.createFile(classes.resolve("C" + i + "Test.class"));
      Files.createFile(classes.resolveSibling("D" + i + "Test.class"));
    }
    Files.createFile(classes.resolve("Helper.class"));
    List<String> expected = new ArrayList<>();
    for (String name : names(classes.resolve(".."))) {
      if (name.equals("deep")) {
        Arrays.stream(names(classes))
            .filter(inner -> !inner.equals("Helper.class"))
            .forEach(inner -> expected.add("shop.deep." + inner.replace(".class", "")));
      } else {
        expected.add("shop." + name.replace(".class", ""));
      }
    }
    String[] sorted = expected.stream().sorted().toArray(String[]::new);
    assertThat(SurefireOrder.of(Projects.of(directory, 1, sorted)))
        .containsExactlyElementsOf(expected);
  }

  private static String[] names(Path directory) {
    return Objects.requireNonNull(directory.toFile().list());
  }

  private static List<String> applied(String order) {
    return OrderChoice.parse(order)
        .apply(LONGEST_FIRST, () -> List.of("d", "x", "c", "a"), () -> Set.of("c", "b", "gone"))
        .stream()
        .map(TaskRequest::specFile)
        .toList();
  }
}
