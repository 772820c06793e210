package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTemplateTest {
  private static final Set<String> JOB = Set.of("job");

  /** That of people, and that of workers. */
  private static final List<String> SHELLS = List.of("/bin/sh", "/bin/bash");

  private static final List<String> HOSTILE =
      List.of(
          "'; touch broken; '",
          "\"; touch broken; \"",
          "$(touch broken)",
          "`touch broken`",
          "\n touch broken\n",
          "\nEOF\ntouch broken\n",
          "\\'; touch broken #",
          ") ; touch broken",
          "} ; touch broken",
          "a[$(touch broken)]",
          "'$(touch broken)'",
          "{job}",
          "{other}",
          "a b");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf %s {job}",
        "printf %s 'it''s' {job}",
        "printf %s \"a $HOME b\" {job} # the job",
        "printf %s --name={job}",
        "printf %s \\' {job}",
        "x=$(printf %s {job}); printf %s \"$x\"",
        "printf '%s %s' {job} {job}",
        "f() { printf %s {job}; }; f",
        "printf %s a#b {job}",
        "printf %s ${HOME#/} {job}",
        "x=\"$(printf '%s' \"a b\")\"; printf %s \"$x\" {job}",
        "(cd . && printf %s {job})",
        "if [ -n {job} ]; then printf %s {job}; fi",
        "case {job} in a) ;; *) printf %s {job} ;; esac",
        "printf %s \"${HOME:-\"x\"}\" {job}",
        "printf %s '[[' 'x$' {job}",
      })
  void aJobIsAWordWhateverItSays(String template) throws Exception {
    assertThat(CommandTemplate.isSafe(template, JOB)).isTrue();
    for (String job : HOSTILE) {
      run(template, job);
      assertThat(new File(directory.toFile(), "broken")).as(job).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo '{job}'",
        "echo \"{job}\"",
        "echo \"a {job} b\"",
        "echo 'a {job} b'",
        "echo `echo {job}`",
        "echo # {job}",
        "echo \\{job}",
        "echo ${job}",
        "echo ''{job}",
        "echo \"\"{job}",
        "cat <<EOF\n{job}\nEOF",
        "sh -c \"echo $(cat {job})\"",
        "echo {job} '",
        "echo {job} \"",
        "echo $(({job} * 2))",
        "echo \"$(( \" {job} \" ))\"",
        "(({job} > 1))",
        "[[ {job} -gt 1 ]]",
        "echo $[ {job} ]",
        "a[{job}]=1",
        "echo ${HOME:-{job}}",
        "echo ${HOME:{job}:1}",
        "echo \"$(cat \"/srv/{job}\")\"",
        "echo \"$(cat \" {job} \")\"",
        "echo \"$(case a in a) cat \"/srv/{job}\" ;; esac)\"",
        "echo \"${HOME:-'}\" {job} \"'}\"",
        "echo $'\\' {job} ' '",
        "(echo {job}",
      })
  void whereQuotesWouldNotHoldItIsRefused(String template) {
    assertThat(CommandTemplate.isSafe(template, JOB)).isFalse();
  }

  @Test
  void theWordIsTheJobItself() throws Exception {
    for (String job : HOSTILE) {
      assertThat(run("printf '%s' {job}", job)).containsOnly(job);
    }
  }

  @Test
  void twoWordsAreWhatTheyAreWhateverTheOtherOneSays() throws Exception {
    String template = "printf '%s|%s|%s' {job} --x={other} {job}";
    assertThat(CommandTemplate.isSafe(template, Set.of("job", "other"))).isTrue();
    for (String job : HOSTILE) {
      for (String other : HOSTILE) {
        assertThat(run(template, Map.of("job", job, "other", other)))
            .containsOnly(job + "|--x=" + other + "|" + job);
      }
    }
    assertThat(new File(directory.toFile(), "broken")).doesNotExist();
  }

  @Test
  void oneUnsafePlaceholderIsEnough() {
    Set<String> names = Set.of("job", "other");
    assertThat(CommandTemplate.isSafe("echo {job} \"{other}\"", names)).isFalse();
    assertThat(CommandTemplate.isSafe("echo {job} \"{third}\"", names)).isTrue();
  }

  @Test
  void aTemplateWithoutPlaceholdersMayUseAllOfTheShell() {
    assertThat(CommandTemplate.isSafe("cat <<EOF\n`date` $((1 + 1)) '\nEOF", JOB)).isTrue();
  }

  @Test
  void placeholdersAreNamesInBracesThatAreNotTheShells() {
    assertThat(
            CommandTemplate.placeholders(
                "{b} ${c} {a} {b} \"{quoted}\" { blank} {A} {1} {} ${X:-{d}} $(echo {_e1})"))
        .containsExactly("b", "a", "quoted", "_e1");
  }

  @Test
  void whatHasNoValueStaysAndValuesAreNotLookedThrough() {
    assertThat(CommandTemplate.fill("{a} {b} {c} ${a}", Map.of("a", "{b}", "b", "{a}{c}$1\\")))
        .isEqualTo("'{b}' '{a}{c}$1\\' {c} ${a}");
  }

  private Set<String> run(String template, String job) throws Exception {
    return run(template, Map.of("job", job));
  }

  /** What the shells print. */
  private Set<String> run(String template, Map<String, String> values) throws Exception {
    Set<String> said = new HashSet<>();
    for (String shell : SHELLS) {
      assumeTrue(new File(shell).canExecute());
      Process process =
          new ProcessBuilder(shell, "-c", CommandTemplate.fill(template, values))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      said.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      process.waitFor();
    }
    return said;
  }
}
