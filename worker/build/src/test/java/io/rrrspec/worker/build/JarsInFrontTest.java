package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarsInFrontTest {
  private static final String ENGINE_SERVICE =
      "META-INF/services/org.junit.platform.engine.TestEngine";

  @TempDir Path temp;
  private String tests;
  private String api;
  private String engine;
  private String other;

  @BeforeEach
  void classPath() throws IOException {
    Path directory = temp.resolve("test-classes");
    Files.createDirectories(directory.resolve("com/shop"));
    tests = directory.toString();
    api =
        jar(
            "junit-jupiter-api-5.14.4.jar",
            "org/junit/jupiter/api/Test.class",
            "META-INF/MANIFEST.MF",
            "META-INF/LICENSE.md",
            "module-info.class");
    engine =
        jar("junit-jupiter-engine-5.14.4.jar", "org/junit/jupiter/engine/X.class", ENGINE_SERVICE);
    other = jar("shop-1.jar", "com/shop/Cart.class", "META-INF/LICENSE", "META-INF/MANIFEST.MF");
  }

  @Test
  void jarsOfJUnitComeFirstInTheirOrder() {
    JarsInFront.Order order = new JarsInFront().order(List.of(tests, other, api, engine));
    assertThat(order.inFront()).containsExactly(api, engine);
    assertThat(order.behind()).containsExactly(tests, other);
    assertThat(order.classPath()).isEqualTo(String.join(":", api, engine, tests, other));
  }

  @Test
  void aJarStaysBehindADirectoryThatHasItsPackageOrService() throws IOException {
    Path samePackage = Path.of(tests, "org/junit/jupiter/api");
    Files.createDirectories(samePackage);
    assertThat(new JarsInFront().order(List.of(tests, api)).inFront()).isEmpty();
    Files.delete(samePackage);
    Path service = Path.of(tests, ENGINE_SERVICE);
    Files.createDirectories(service.getParent());
    Files.writeString(service, "com.shop.Engine");
    JarsInFront.Order order = new JarsInFront().order(List.of(tests, api, engine));
    assertThat(order.inFront()).containsExactly(api);
    assertThat(order.behind()).containsExactly(tests, engine);
  }

  @Test
  void aJarStaysBehindAnyFileOfTheSameName() throws IOException {
    Path licence = Path.of(tests, "META-INF/LICENSE.md");
    Files.createDirectories(licence.resolveSibling(""));
    Files.writeString(licence, "ours");
    JarsInFront.Order order = new JarsInFront().order(List.of(tests, api, engine));
    assertThat(order.inFront()).containsExactly(engine);
    assertThat(order.behind()).containsExactly(tests, api);
  }

  @Test
  void aJarMayPassOneThatHasOnlyItsParentPackages() throws IOException {
    String framework = jar("framework-4.jar", "org/junit/Test.class", "org/junit/rules/X.class");
    assertThat(new JarsInFront().order(List.of(framework, api)).inFront()).containsExactly(api);
  }

  @Test
  void aJarStaysBehindAnotherJarThatHasItsPackage() throws IOException {
    String all = jar("all-in-one.jar", "META-INF/versions/9/org/junit/jupiter/api/Test.class");
    assertThat(new JarsInFront().order(List.of(all, api)).inFront()).isEmpty();
    assertThat(new JarsInFront().order(List.of(api, all)).inFront()).containsExactly(api);
  }

  @Test
  void whatIsNoJarOfJUnitOrIsNotThereStaysWhereItIs() throws IOException {
    String directory = Files.createDirectory(temp.resolve("junit-platform.jar")).toString();
    String gone = temp.resolve("junit-platform-commons-1.14.4.jar").toString();
    String broken = Files.writeString(temp.resolve("broken.jar"), "no jar").toString();
    JarsInFront.Order order = new JarsInFront().order(List.of(broken, directory, gone, other, api));
    assertThat(order.inFront()).containsExactly(api);
    assertThat(order.behind()).containsExactly(broken, directory, gone, other);
  }

  private String jar(String name, String... entries) throws IOException {
    Path jar = temp.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
    return jar.toString();
  }
}
