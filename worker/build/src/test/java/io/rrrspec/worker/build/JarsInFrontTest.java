package io.rrrspec.worker.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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
            "org/junit/jupiter/junit-jupiter-api-5.14.4.jar",
            "org/junit/jupiter/api/Test.class",
            "META-INF/MANIFEST.MF",
            "META-INF/LICENSE.md",
            "module-info.class");
    engine =
        jar(
            "org/junit/jupiter/junit-jupiter-engine-5.14.4.jar",
            "org/junit/jupiter/engine/X.class",
            ENGINE_SERVICE);
    other = jar("shop-1.jar", "com/shop/Cart.class", "META-INF/LICENSE", "META-INF/MANIFEST.MF");
  }

  @Test
  void jarsOfJUnitComeFirstInTheirOrder() {
    JarsInFront.Order order = jars().order(List.of(tests, other, api, engine));
    assertThat(order.inFront()).containsExactly(api, engine);
    assertThat(order.behind()).containsExactly(tests, other);
    assertThat(order.classPath()).isEqualTo(String.join(":", api, engine, tests, other));
  }

  @Test
  void aJarStaysBehindADirectoryThatHasItsPackageOrService() throws IOException {
    Path samePackage = Path.of(tests, "org/junit/jupiter/api");
    Files.createDirectories(samePackage);
    assertThat(jars().order(List.of(tests, api)).inFront()).isEmpty();
    Files.delete(samePackage);
    Path service = Path.of(tests, ENGINE_SERVICE);
    Files.createDirectories(service.getParent());
    Files.writeString(service, "com.shop.Engine");
    JarsInFront.Order order = jars().order(List.of(tests, api, engine));
    assertThat(order.inFront()).containsExactly(api);
    assertThat(order.behind()).containsExactly(tests, engine);
  }

  @Test
  void aJarStaysBehindAnyFileOfTheSameName() throws IOException {
    Path licence = Path.of(tests, "META-INF/LICENSE.md");
    Files.createDirectories(licence.resolveSibling(""));
    Files.writeString(licence, "ours");
    JarsInFront.Order order = jars().order(List.of(tests, api, engine));
    assertThat(order.inFront()).containsExactly(engine);
    assertThat(order.behind()).containsExactly(tests, api);
  }

  @Test
  void aJarMayPassOneThatHasOnlyItsParentPackages() throws IOException {
    String framework = jar("framework-4.jar", "org/junit/Test.class", "org/junit/rules/X.class");
    assertThat(jars().order(List.of(framework, api)).inFront()).containsExactly(api);
  }

  @Test
  void aJarStaysBehindAnotherJarThatHasItsPackage() throws IOException {
    String all = jar("all-in-one.jar", "META-INF/versions/9/org/junit/jupiter/api/Test.class");
    assertThat(jars().order(List.of(all, api)).inFront()).isEmpty();
    assertThat(jars().order(List.of(api, all)).inFront()).containsExactly(api);
  }

  @Test
  void whatIsNoJarOfJUnitOrIsNotThereStaysWhereItIs() throws IOException {
    String directory =
        Files.createDirectory(temp.resolve("org/junit/jupiter/directory.jar")).toString();
    String gone = temp.resolve("org/junit/platform/junit-platform-commons-1.14.4.jar").toString();
    String broken = Files.writeString(temp.resolve("broken.jar"), "no jar").toString();
    JarsInFront.Order order = jars().order(List.of(broken, directory, gone, other, api));
    assertThat(order.inFront()).containsExactly(api);
    assertThat(order.behind()).containsExactly(broken, directory, gone, other);
  }

  @Test
  void aJarWithTheNameOfJUnitThatIsSomebodyElsesStays() throws IOException {
    String foreign = jar("com/shop/junit-platform-shop-1.jar", "com/shop/Listener.class");
    assertThat(jars().order(List.of(tests, foreign, api)).inFront()).containsExactly(api);
  }

  @Test
  void aJarStaysBehindADirectoryThatItHasAnEntryFor() throws IOException {
    String junit4 = jar("junit/junit/4/junit-4.jar", "junit/", "junit/framework/Test.class");
    assertThat(jars().order(List.of(tests, junit4)).inFront()).containsExactly(junit4);
    Files.createDirectories(Path.of(tests, "junit"));
    assertThat(jars().order(List.of(tests, junit4)).inFront()).isEmpty();
  }

  @Test
  void aJarStaysBehindAManifestOfTheProject() throws IOException {
    Path manifest = Path.of(tests, "META-INF/MANIFEST.MF");
    Files.createDirectories(manifest.resolveSibling(""));
    Files.writeString(manifest, "Bundle-SymbolicName: shop");
    assertThat(jars().order(List.of(tests, api)).inFront()).isEmpty();
  }

  @Test
  void theRootOfTheClassPathStaysThatOfTheTests() throws Exception {
    Path jar = temp.resolve("org/junit/platform/commons.jar");
    Files.createDirectories(jar.resolveSibling(""));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Multi-Release"), "true");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String entry :
          List.of(
              "org/junit/X.txt", "META-INF/versions/9/", "META-INF/versions/9/org/junit/X.txt")) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
    JarsInFront.Order order = jars().order(List.of(tests, jar.toString()));

    assertThat(order.copies()).hasSize(1).isEqualTo(order.inFront());
    assertThat(root(order)).isEqualTo("file:" + tests + "/");
    // As it would be without a copy.
    JarsInFront.Order moved =
        new JarsInFront.Order(List.of(jar.toString()), List.of(tests), List.of());
    assertThat(Runtime.version().feature() > 17 || !root(moved).equals(root(order))).isTrue();
  }

  private static String root(JarsInFront.Order order) throws Exception {
    Process jvm =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                order.classPath() + ":" + System.getProperty("java.class.path"),
                JarsInFrontTest.class.getName())
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(jvm.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  /** Prints the root of the class path. */
  public static void main(String[] args) {
    System.out.println(JarsInFrontTest.class.getResource("/"));
  }

  private JarsInFront jars() {
    return new JarsInFront(new UnversionedRoots(temp.resolve("copies")));
  }

  private String jar(String name, String... entries) throws IOException {
    Path jar = temp.resolve(name);
    Files.createDirectories(jar.resolveSibling(""));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
    return jar.toString();
  }
}
