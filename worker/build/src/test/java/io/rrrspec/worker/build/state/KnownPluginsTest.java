package io.rrrspec.worker.build.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KnownPluginsTest {
  @Test
  void whatEveryBuildRunsIsKnown() {
    List<String> mojos =
        List.of(
            "org.apache.maven.plugins:maven-resources-plugin:testResources",
            "org.apache.maven.plugins:maven-compiler-plugin:compile",
            "org.apache.maven.plugins:maven-surefire-plugin:test",
            "org.jacoco:jacoco-maven-plugin:prepare-agent");
    assertThat(KnownPlugins.unknown(mojos, List.of("org.apache.maven.wagon:wagon-ssh"))).isEmpty();
  }

  @Test
  void whatMayDoAnythingIsNotEvenIfAnotherGoalOfItIs() {
    List<String> mojos =
        List.of(
            "org.codehaus.mojo:exec-maven-plugin:exec",
            "org.apache.maven.plugins:maven-enforcer-plugin:enforce",
            "org.apache.maven.plugins:maven-enforcer-plugin:evaluateBeanshell",
            "org.codehaus.mojo:build-helper-maven-plugin:add-source",
            "org.codehaus.mojo:build-helper-maven-plugin:reserve-network-port");
    assertThat(KnownPlugins.unknown(mojos, List.of("com.example:extension")))
        .containsExactly(
            "com.example:extension",
            "org.apache.maven.plugins:maven-enforcer-plugin",
            "org.codehaus.mojo:build-helper-maven-plugin",
            "org.codehaus.mojo:exec-maven-plugin");
  }
}
