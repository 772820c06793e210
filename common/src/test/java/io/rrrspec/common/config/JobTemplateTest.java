package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTemplateTest {
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
      })
  void aJobIsAWordWhateverItSays(String template) throws Exception {
    assertThat(JobTemplate.isSafe(template)).isTrue();
    for (String job : HOSTILE) {
      run(template, job);
      assertThat(new File(directory.toFile(), "broken")).as(job).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo",
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
      })
  void whereQuotesWouldNotHoldItIsRefused(String template) {
    assertThat(JobTemplate.isSafe(template)).isFalse();
  }

  @Test
  void theWordIsTheJobItself() throws Exception {
    for (String job : HOSTILE) {
      assertThat(run("printf '%s' {job}", job)).isEqualTo(job);
    }
  }

  private String run(String template, String job) throws Exception {
    assumeTrue(new File("/bin/sh").canExecute());
    Process process =
        new ProcessBuilder("/bin/sh", "-c", JobTemplate.fill(template, job))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
