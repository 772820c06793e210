package io.rrrspec.common.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JacocoAgentTest {
  private static final String JAR = "-javaagent:/repo/org.jacoco.agent-0.8.14-runtime.jar";

  private static TestJvm jvm(String... arguments) {
    return new TestJvm(
        "java", List.of(arguments), true, Map.of(), Map.of(), List.of(), "/p/work", List.of());
  }

  @Test
  void asTheMavenPluginWritesIt() {
    assertThat(JacocoAgent.of(jvm("-Xmx1g", JAR + "=destfile=/p/a b/jacoco.exec,append=false")))
        .contains(new JacocoAgent(Path.of("/p/a b/jacoco.exec"), false));
    assertThat(JacocoAgent.of(jvm(JAR + "=excludes=a.*:b.*,destfile=target/it,x.exec")))
        .contains(new JacocoAgent(Path.of("/p/work/target/it,x.exec"), true));
    assertThat(JacocoAgent.of(jvm(JAR)))
        .contains(new JacocoAgent(Path.of("/p/work/jacoco.exec"), true));
  }

  @Test
  void aFileOfEachJvmIsKnownByItsNumberAndAllCoverageGoesToTheFirst() {
    JacocoAgent agent =
        JacocoAgent.of(jvm(JAR + "=destfile=target/jacoco-${surefire.forkNumber}.exec"))
            .orElseThrow();
    assertThat(agent.file()).isEqualTo(Path.of("/p/work/target/jacoco-1.exec"));
    assertThat(agent.writes(Path.of("/p/work/target/../target/jacoco-12.exec"))).isTrue();
    assertThat(agent.writes(Path.of("/p/work/target/jacoco-.exec"))).isFalse();
    assertThat(agent.writes(Path.of("/p/work/target/jacoco-1xexec"))).isFalse();
  }

  @Test
  void whatWritesNoFileAndOtherAgentsAreNone() {
    assertThat(JacocoAgent.of(jvm(JAR + "=output=tcpserver,port=1"))).isEmpty();
    assertThat(JacocoAgent.of(jvm("-javaagent:/repo/mockito.jar=destfile=x"))).isEmpty();
    assertThat(JacocoAgent.of(jvm())).isEmpty();
  }

  @Test
  void theAgentOfASlaveWritesNothingByItselfAndPassesOverTheSlavesOwnClasses() {
    List<String> arguments =
        List.of(
            "-ea",
            JAR,
            JAR + "=",
            JAR + "=destfile=x",
            JAR + "=excludes=a.*:b.*,append=false",
            "-javaagent:m.jar");
    assertThat(JacocoAgent.ofSlave(arguments, "own.*"))
        .containsExactly(
            "-ea",
            JAR + "=dumponexit=false,excludes=own.*",
            JAR + "=dumponexit=false,excludes=own.*",
            JAR + "=destfile=x,dumponexit=false,excludes=own.*",
            JAR + "=excludes=a.*:b.*,append=false,dumponexit=false,excludes=a.*:b.*:own.*",
            "-javaagent:m.jar");
  }
}
