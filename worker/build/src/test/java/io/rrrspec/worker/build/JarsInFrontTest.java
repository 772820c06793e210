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
import java.util.jar.JarFile;
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
  void aJarStaysBehindADirectoryThatHasItsPackage() throws IOException {
    Files.createDirectories(Path.of(tests, "org/junit/jupiter/api"));
    JarsInFront.Order order = jars().order(List.of(tests, api, engine));
    assertThat(order.inFront()).containsExactly(engine);
    assertThat(order.behind()).containsExactly(tests, api);
  }

  @Test
  void classesAloneComeInFrontOfAServiceOfTheSameName() throws Exception {
    write(ENGINE_SERVICE);
    JarsInFront.Order order = jars().order(List.of(tests, api, engine));
    assertThat(order.inFront()).hasSize(2).startsWith(api).endsWith(order.copies().get(0));
    assertThat(order.behind()).containsExactly(tests, engine);
    assertThat(namesIn(order.copies().get(0)))
        .containsExactly(
            "META-INF/rrrspec-services/org.junit.platform.engine.TestEngine",
            "org/junit/jupiter/engine/X.class");
    assertThat(found(order, ENGINE_SERVICE))
        .containsExactly("file:" + tests + "/", "jar:file:" + engine + "!/");
  }

  @Test
  void classesAloneComeInFrontOfAnyFileOfTheSameName() throws Exception {
    write("META-INF/LICENSE.md");
    JarsInFront.Order order = jars().order(List.of(tests, api, engine));
    assertThat(order.inFront()).hasSize(2).startsWith(order.copies().get(0)).endsWith(engine);
    assertThat(order.behind()).containsExactly(tests, api);
    assertThat(found(order, "META-INF/LICENSE.md"))
        .containsExactly("file:" + tests + "/", "jar:file:" + api + "!/");
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
  void classesAlonePassADirectoryThatTheirJarHasAnEntryFor() throws Exception {
    String junit4 = jar("junit/junit/4/junit-4.jar", "junit/", "junit/framework/Test.class");
    assertThat(jars().order(List.of(tests, junit4)).inFront()).containsExactly(junit4);
    Files.createDirectories(Path.of(tests, "junit"));
    JarsInFront.Order order = jars().order(List.of(tests, junit4));
    assertThat(order.inFront()).isEqualTo(order.copies()).hasSize(1);
    assertThat(order.behind()).containsExactly(tests, junit4);
    assertThat(found(order, "junit/")).startsWith("file:" + tests + "/");
  }

  @Test
  void manifestsAreFoundInTheOrderOfTheBuild() throws Exception {
    write("META-INF/MANIFEST.MF");
    JarsInFront.Order order = jars().order(List.of(tests, api, engine));
    assertThat(order.inFront()).isEqualTo(order.copies()).hasSize(2);
    assertThat(order.behind()).containsExactly(tests, api, engine);
    assertThat(found(order, "META-INF/MANIFEST.MF"))
        .startsWith("file:" + tests + "/", "jar:file:" + api + "!/");
  }

  @Test
  void theClassesOfACopyAreThoseForTheOldestJava() throws IOException {
    write("META-INF/MANIFEST.MF");
    String old = versions("9", "11");
    JarsInFront.Order order = jars().order(List.of(tests, old));
    assertThat(order.inFront()).isEqualTo(order.copies()).hasSize(1);
    try (JarFile copy = new JarFile(order.copies().get(0))) {
      assertThat(copy.stream().map(JarEntry::getName)).containsExactly("org/junit/X.class");
      byte[] bytes = copy.getInputStream(copy.getEntry("org/junit/X.class")).readAllBytes();
      assertThat(bytes).asString(UTF_8).isEqualTo("11");
    }
    // Which of its classes counts depends on the JVM.
    assertThat(jars().order(List.of(tests, versions("9", "17"))).inFront()).isEmpty();
  }

  private String versions(String... versions) throws IOException {
    Path jar = temp.resolve("org/junit/platform/of-" + String.join("-", versions) + ".jar");
    Files.createDirectories(jar.resolveSibling(""));
    try (JarOutputStream out =
        new JarOutputStream(Files.newOutputStream(jar), manifestOfVersions())) {
      out.putNextEntry(new JarEntry("org/junit/X.class"));
      out.write("0".getBytes(UTF_8));
      for (String version : versions) {
        out.putNextEntry(new JarEntry("META-INF/versions/" + version + "/org/junit/X.class"));
        out.write(version.getBytes(UTF_8));
      }
    }
    return jar.toString();
  }

  @Test
  void theRootOfTheClassPathStaysThatOfTheTests() throws Exception {
    Path jar = temp.resolve("org/junit/platform/commons.jar");
    Files.createDirectories(jar.resolveSibling(""));
    try (JarOutputStream out =
        new JarOutputStream(Files.newOutputStream(jar), manifestOfVersions())) {
      for (String entry :
          List.of(
              "org/junit/X.txt", "META-INF/versions/9/", "META-INF/versions/9/org/junit/X.txt")) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
    JarsInFront.Order order = jars().order(List.of(tests, jar.toString()));

    assertThat(order.copies()).hasSize(1).isEqualTo(order.inFront());
    assertThat(found(order, "").get(0)).isEqualTo("file:" + tests + "/");
    // As it would be without a copy.
    JarsInFront.Order moved =
        new JarsInFront.Order(List.of(jar.toString()), List.of(), List.of(tests), List.of());
    assertThat(Runtime.version().feature() > 17 || !found(moved, "").equals(found(order, "")))
        .isTrue();
  }

  private static Manifest manifestOfVersions() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Multi-Release"), "true");
    return manifest;
  }

  /** Where a JVM of its own finds a name, in its order, without the name. */
  private static List<String> found(JarsInFront.Order order, String name) throws Exception {
    Process jvm =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                order.classPath() + ":" + System.getProperty("java.class.path"),
                JarsInFrontTest.class.getName(),
                name)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    assertThat(jvm.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return said.lines()
        .map(url -> url.substring(0, url.length() - name.length()))
        .limit(2)
        .toList();
  }

  /** Prints where the class path has a name. */
  public static void main(String[] args) throws IOException {
    JarsInFrontTest.class
        .getClassLoader()
        .getResources(args[0])
        .asIterator()
        .forEachRemaining(System.out::println);
  }

  private void write(String name) throws IOException {
    Path file = Path.of(tests, name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "ours: shop\n");
  }

  private static List<String> namesIn(String jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      return file.stream().map(JarEntry::getName).toList();
    }
  }

  private JarsInFront jars() {
    return new JarsInFront(new JarCopies(temp.resolve("copies")));
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
