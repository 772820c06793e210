package io.rrrspec.worker.slave.affinity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What test classes of Spring share is found out in real JVMs, after the classes have run. */
class AffinityWatchTest {
  /**
   * A class that has run.
   *
   * @param key what it shared; "null": nothing
   */
  private record Ran(String status, String key, boolean started, List<String> held) {}

  /** Runs them in one new JVM, in this order; a name may come twice. */
  private static List<Ran> run(List<String> options, String... names) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SharedKeysMain.class.getName());
    command.addAll(Arrays.asList(names));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    List<Ran> all = output.lines().map(AffinityWatchTest::ran).toList();
    assertThat(all).as(output).hasSameSizeAs(names);
    return all;
  }

  private static Ran ran(String line) {
    String[] words = line.split("\t", -1);
    List<String> held = words[4].isEmpty() ? List.of() : List.of(words[4].split(","));
    return new Ran(words[1], words[2], words[3].equals("started"), held);
  }

  private static Map<String, String> keys(String... names) throws Exception {
    Map<String, String> keys = new LinkedHashMap<>();
    List<Ran> all = run(List.of(), names);
    for (int i = 0; i < names.length; i++) {
      assertThat(all.get(i).status()).as(names[i]).isEqualTo("passed");
      keys.put(names[i], all.get(i).key());
    }
    return keys;
  }

  @Test
  void equalConfigurationsHaveTheSameKeyInEveryJvmAndOrder() throws Exception {
    Map<String, String> one =
        keys(
            "First",
            "Vintage",
            "OfAProfile",
            "Second",
            "WithAProperty",
            "Plain",
            "Other",
            "OfAHierarchy",
            "WithDynamicProperties");
    Map<String, String> two =
        keys(
            "WithDynamicProperties",
            "Other",
            "OfAHierarchy",
            "Plain",
            "Vintage",
            "WithAProperty",
            "Second",
            "OfAProfile",
            "First");

    assertThat(two).isEqualTo(one);
    assertThat(one.get("Plain")).isEqualTo("null");
    assertThat(List.of(one.get("Second"), one.get("Vintage"))).containsOnly(one.get("First"));
    Set<String> different = new HashSet<>(one.values());
    assertThat(different).as("%s", one).hasSize(7);
    assertThat(one.get("OfAProfile")).startsWith("spring Shop [dev] ");
  }

  @Test
  void theFirstClassOfAKeyStartsIt() throws Exception {
    List<Ran> all = run(List.of(), "Plain", "First", "Second", "Other", "Plain", "First");

    assertThat(all)
        .extracting(Ran::started)
        .containsExactly(false, true, false, true, false, false);
    assertThat(all).extracting(ran -> ran.held().size()).containsExactly(0, 1, 1, 2, 2, 2);
    assertThat(all.get(4).key()).as("a class without Spring shares nothing").isEqualTo("null");
    assertThat(all.get(5).key()).isEqualTo(all.get(1).key());
  }

  @Test
  void aClassThatDirtiesItsContextLeavesNothing() throws Exception {
    for (String dirty : List.of("Dirty", "DirtyMethod")) {
      List<Ran> all = run(List.of(), "Other", dirty, "First", dirty, "Second", "First");

      assertThat(all)
          .extracting(ran -> ran.key().equals("null"))
          .containsExactly(false, true, false, true, false, false);
      assertThat(all)
          .extracting(Ran::started)
          .containsExactly(true, false, true, false, true, false);
      assertThat(all.get(3).held()).as("that of Other is still there").hasSize(1);
    }
  }

  @Test
  void theCachesLimitIsRespected() throws Exception {
    List<Ran> all =
        run(
            List.of("-Dspring.test.context.cache.maxSize=2"),
            "First",
            "Other",
            "First",
            "OfAProfile",
            "Other");

    assertThat(all).extracting(Ran::started).containsExactly(true, true, false, true, true);
    assertThat(all.get(3).held())
        .as("the least recently used one is gone")
        .containsExactly(all.get(0).key(), all.get(3).key());
    assertThat(all.get(4).key()).isEqualTo(all.get(1).key());
  }

  @Test
  void aNestedClassMayHaveTheContext() throws Exception {
    List<Ran> all = run(List.of(), "Outer", "First");

    assertThat(all).extracting(Ran::started).containsExactly(true, false);
    assertThat(all.get(0).key()).isEqualTo(all.get(1).key());
  }

  @Test
  void whatDoesNotStartSharesNothing() throws Exception {
    List<Ran> all = run(List.of(), "Unused", "CannotStart", "First", "CannotStart");

    assertThat(all)
        .extracting(Ran::status)
        .containsExactly("pending", "failed", "passed", "failed");
    assertThat(all).extracting(Ran::key).containsExactly("null", "null", all.get(2).key(), "null");
    assertThat(all.get(3).held()).containsExactly(all.get(2).key());
  }

  /** The class that initializes Spring is one that uses it. */
  @Test
  void nothingOfSpringIsLoadedForOtherClasses() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("java.class.path"),
                SharedKeysMain.class.getName(),
                "Plain",
                "Plain")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(output)
        .contains("SpringBehaviours$Plain source:", "SpringContexts source:")
        .doesNotContain("org.springframework.test.context.cache");
  }
}
