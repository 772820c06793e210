package io.rrrspec.acceptance.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of what the distribution is made of, for those who have to check it. */
class BillOfMaterialsIT {
  /** Each of them may be shipped beside a program under the Apache licence. */
  private static final Set<String> LICENCES =
      Set.of(
          "Apache-2.0",
          "MIT",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "0BSD",
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0",
          "LGPL-2.1-only",
          "LGPL-2.1-or-later",
          "MPL-2.0",
          "Public Domain");

  private static JsonNode components;

  @BeforeAll
  static void read() throws IOException {
    Path bom = Checkout.distribution().resolve("bom.json");
    // Its plugin does nothing in a build without a network (-o).
    assumeTrue(Files.exists(bom) || "true".equals(System.getenv("CI")), "this build was offline");
    components = new ObjectMapper().readTree(bom.toFile()).get("components");
  }

  @Test
  void itHasEveryJarOfTheDistributionAndNoOther() throws IOException {
    Set<String> listed = new TreeSet<>();
    components.forEach(c -> listed.add(c.get("name").asText() + "-" + c.get("version").asText()));
    try (Stream<Path> jars = Files.list(Checkout.distribution().resolve("lib"))) {
      Set<String> there =
          jars.map(jar -> String.valueOf(jar.getFileName()).replaceFirst("[.]jar$", ""))
              // The program itself.
              .filter(name -> !name.startsWith("rrrspec-client-"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(there).isNotEmpty().isEqualTo(listed);
    }
  }

  @Test
  void everyLicenceIsOneThatWeMayShip() {
    for (JsonNode component : components) {
      if (!component.path("group").asText().equals("io.rrrspec")) {
        assertThat(licences(component))
            .as(component.get("purl").asText())
            .anyMatch(LICENCES::contains);
      }
    }
  }

  /** A component with several is under one of them, as its user likes. */
  private static List<String> licences(JsonNode component) {
    List<String> names = new ArrayList<>();
    for (JsonNode entry : component.path("licenses")) {
      JsonNode licence = entry.path("license");
      names.add(licence.path("id").asText(licence.path("name").asText("")));
      names.addAll(List.of(entry.path("expression").asText("").split(" OR ")));
    }
    return names;
  }
}
