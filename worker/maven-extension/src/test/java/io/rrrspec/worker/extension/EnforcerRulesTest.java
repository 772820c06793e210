package io.rrrspec.worker.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.Test;

class EnforcerRulesTest {
  @Test
  void aScriptRulesElsewhereAndThoseOfSomebodyMayDependOnAnything() throws Exception {
    String configuration =
        "<configuration><rules><requireJavaVersion><version>17</version></requireJavaVersion>"
            + "<RequireOS/><evaluateBeanshell><condition>true</condition></evaluateBeanshell>"
            + "<externalRules><location>rules.xml</location></externalRules>"
            + "<requireFilesExist implementation='com.example.Own'/><ourRule/></rules>"
            + "<fail>true</fail></configuration>";

    assertThat(EnforcerRules.unknown(Xpp3DomBuilder.build(new StringReader(configuration))))
        .containsExactly("evaluateBeanshell", "externalRules", "requireFilesExist", "ourRule");
    assertThat(EnforcerRules.unknown(null)).isEmpty();
    assertThat(EnforcerRules.unknown(Xpp3DomBuilder.build(new StringReader("<configuration/>"))))
        .isEmpty();
  }
}
