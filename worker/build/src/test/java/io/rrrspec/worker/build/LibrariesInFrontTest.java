package io.rrrspec.worker.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibrariesInFrontTest {
  @TempDir Path temp;
  private Path directory;
  private String tests;
  private String big;

  @BeforeEach
  void classPath() throws IOException {
    directory = Files.createDirectories(temp.resolve("shop/target/test-classes"));
    tests = directory.toString();
    big = library("big", "org/big/Big.class", "org/big/big.properties");
  }

  @Test
  void librariesComeFirstInTheirOrder() throws IOException {
    String small = small("small", "net/small/Small.class");
    LibrariesInFront.Order order = order(tests, big, small);
    assertThat(order.libraries()).containsExactly(big, small);
    assertThat(order.behind()).containsExactly(tests);
    assertThat(order.copies()).isEmpty();
  }

  @Test
  void theyComeBehindTheJarsOfJUnit() throws IOException {
    String junit =
        jar(inRepository("org/junit/jupiter", "api"), 0, "org/junit/jupiter/api/Test.class");
    JarsInFront.Order order = new JarsInFront(copies()).withLibraries(List.of(tests, big, junit));
    assertThat(order.inFront()).containsExactly(junit);
    assertThat(order.libraries()).containsExactly(big);
    assertThat(order.classPath()).isEqualTo(String.join(":", junit, big, tests));
    assertThat(new JarsInFront(copies()).order(List.of(tests, big, junit)).classPath())
        .isEqualTo(String.join(":", junit, tests, big));
  }

  @Test
  void lessThanFourMebibytesStayWhereTheyAre() throws IOException {
    String small = small("small", "net/small/Small.class");
    assertStays(tests, small);
    assertThat(order(tests, small, big).libraries()).containsExactly(small, big);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org/big/Big.class",
        "org/big/big.properties",
        "META-INF/services/com.acme.Plugin",
        "META-INF/LICENSE.txt",
        "META-INF/MANIFEST.MF",
        "templates",
      })
  void aLibraryDoesNotPassADirectoryThatHasOneOfItsNames(String name) throws Exception {
    Path file = directory.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "of the tests\n");
    String library =
        library(
            "all",
            "org/big/Big.class",
            "org/big/big.properties",
            "META-INF/services/com.acme.Plugin",
            "META-INF/LICENSE.txt",
            "META-INF/MANIFEST.MF",
            "templates/",
            "templates/page.html");
    assertStays(tests, library);
    assertThat(order(library, tests).libraries()).containsExactly(library);
  }

  @Test
  void aLibraryPassesADirectoryThatHasOnlyItsPackage() throws IOException {
    Files.createDirectories(directory.resolve("org/big"));
    Files.createFile(directory.resolve("org/big/BigTest.class"));
    assertThat(order(tests, big).libraries()).containsExactly(big);
    assertStays(tests, library("listed", "org/", "org/big/", "org/big/Other.class"));
  }

  @Test
  void aLibraryDoesNotPassAJarThatHasOneOfItsNames() throws Exception {
    String own =
        jar(temp.resolve("shop/target/shop-1.jar"), 0, "META-INF/services/com.acme.Plugin");
    String library = library("plugin", "org/big/P.class", "META-INF/services/com.acme.Plugin");
    assertStays(tests, own, library);
    assertThat(order(tests, own, library, big).libraries()).containsExactly(big);
  }

  @Test
  void whatIsAboutTheJarAloneStopsNoLibraryAtAnotherJar() throws Exception {
    String[] about = {
      "META-INF/MANIFEST.MF", "META-INF/LICENSE.md", "META-INF/NOTICE", "LICENSE", "META-INF/maven/"
    };
    String own = jar(temp.resolve("shop/target/shop-1.jar"), 0, about);
    String library = library("about", about);
    assertThat(order(tests, own, library).libraries()).containsExactly(library);
  }

  @Test
  void classesForAnyVersionOfJavaCountByTheirName() throws Exception {
    Files.createDirectories(directory.resolve("org/big"));
    Files.createFile(directory.resolve("org/big/New.class"));
    assertStays(tests, library("versions", "META-INF/versions/17/org/big/New.class"));
  }

  @Test
  void jarsOfJUnitAndWhatExtendsItsPlatformStay() throws IOException {
    assertStays(
        tests,
        jar(
            temp.resolve("m2/org/junit/jupiter/api/1/api-1.jar"),
            5 << 20,
            "org/junit/jupiter/api/Test.class"));
    assertStays(tests, library("engine", "META-INF/services/org.junit.platform.engine.TestEngine"));
  }

  @Test
  void whatTheProjectMayHaveBuiltItselfStays() throws IOException {
    assertStays(tests, jar(temp.resolve("core/target/core-1.jar"), 5 << 20, "com/shop/Core.class"));
    assertStays(
        tests,
        jar(
            temp.resolve("m2/com/shop/core/1-SNAPSHOT/core-1-SNAPSHOT.jar"),
            5 << 20,
            "com/shop/Core.class"));
  }

  @Test
  void aJarThatNamesOthersStaysAndIsNotPassed() throws IOException {
    Manifest manifest = manifest("Class-Path", "other.jar");
    String names = jar(temp.resolve("m2/org/names/1/names-1.jar"), 5 << 20, manifest, "x/X.class");
    assertStays(tests, names);
    assertStays(tests, names, big);
    assertThat(order(tests, big, names).libraries()).containsExactly(big);
  }

  @Test
  void anIndexMayNameItsOwnJarAlone() throws IOException {
    Path own = temp.resolve("m2/org/own/1/own-1.jar");
    Path others = temp.resolve("m2/org/others/1/others-1.jar");
    assertThat(order(tests, indexed(own, "own-1.jar")).libraries()).containsExactly(own.toString());
    assertStays(tests, indexed(others, "own-1.jar"));
  }

  @Test
  void whatIsNotThereOrIsNoJarIsPassed() throws IOException {
    String gone = temp.resolve("m2/org/gone/1/gone-1.jar").toString();
    Path broken = temp.resolve("m2/org/broken/1/broken-1.txt");
    Files.createDirectories(broken.resolveSibling(""));
    Files.writeString(broken, "no jar");
    LibrariesInFront.Order order = order(tests, gone, broken.toString(), big);
    assertThat(order.libraries()).containsExactly(big);
    assertThat(order.behind()).containsExactly(tests, gone, broken.toString());
  }

  @Test
  void aDirectoryThatCannotBeReadToItsEndIsNotPassed() throws IOException {
    Path loop = Files.createSymbolicLink(directory.resolve("loop"), directory);
    assertStays(tests, big);
    Files.delete(loop);
  }

  @Test
  void theRootOfTheClassPathStaysThatOfTheTests() throws Exception {
    String rooted =
        jar(
            temp.resolve("m2/org/rooted/1/rooted-1.jar"),
            5 << 20,
            manifest("Multi-Release", "true"),
            "org/big/Other.class",
            "META-INF/versions/9/",
            "META-INF/versions/9/org/big/Other.class");
    LibrariesInFront.Order order = order(tests, rooted, big);
    assertThat(order.copies()).containsExactly(order.libraries().get(0));
    assertThat(order.libraries()).hasSize(2).endsWith(big);
    assertThat(order.copies().get(0)).endsWith("/rooted-1.jar");
    try (JarFile copy = new JarFile(order.copies().get(0))) {
      assertThat(copy.stream().map(JarEntry::getName))
          .contains("META-INF/versions/9/org/big/Other.class")
          .doesNotContain("META-INF/versions/9/");
    }
    List<String> whole = new ArrayList<>(order.libraries());
    whole.addAll(order.behind());
    assertThat(found(whole, "")).first().asString().endsWith("/test-classes/");
    // In front of all directories it answers for the root anyway.
    assertThat(order(rooted, tests).copies()).isEmpty();
  }

  @Test
  void eachNameIsFoundWhereItWas() throws Exception {
    Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(directory.resolve("META-INF/services/com.acme.Plugin"), "of.Tests\n");
    String plugin = small("plugin", "org/p/P.class", "META-INF/services/com.acme.Plugin");
    String twice = small("twice", "org/big/Big.class", "org/p/P.class");
    List<String> before = List.of(tests, plugin, big, twice);
    LibrariesInFront.Order order = order(before.toArray(String[]::new));
    assertThat(order.libraries()).containsExactly(big);
    List<String> after = new ArrayList<>(order.libraries());
    after.addAll(order.behind());
    for (String name :
        List.of("META-INF/services/com.acme.Plugin", "org/p/P.class", "org/big/Big.class")) {
      assertThat(found(after, name)).isEqualTo(found(before, name)).isNotEmpty();
    }
  }

  private void assertStays(String... classPath) {
    LibrariesInFront.Order order = order(classPath);
    assertThat(order.libraries()).isEmpty();
    assertThat(order.behind()).containsExactly(classPath);
  }

  private LibrariesInFront.Order order(String... classPath) {
    return new LibrariesInFront(copies()).order(List.of(classPath));
  }

  private JarCopies copies() {
    return new JarCopies(temp.resolve("copies"));
  }

  private static List<String> found(List<String> classPath, String name) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String entry : classPath) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null)) {
      return Collections.list(loader.getResources(name)).stream().map(URL::toString).toList();
    }
  }

  /** One that alone is large enough. */
  private String library(String name, String... entries) throws IOException {
    return jar(inRepository("org", name), 5 << 20, entries);
  }

  private String small(String name, String... entries) throws IOException {
    return jar(inRepository("org", name), 0, entries);
  }

  private Path inRepository(String group, String name) {
    return temp.resolve("m2/" + group + "/" + name + "/1/" + name + "-1.jar");
  }

  private static String indexed(Path jar, String indexedJar) throws IOException {
    Files.createDirectories(jar.resolveSibling(""));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      fill(out, jar, 5 << 20);
      out.putNextEntry(new JarEntry("META-INF/INDEX.LIST"));
      out.write(("JarIndex-Version: 1.0\n\n" + indexedJar + "\norg\n").getBytes(UTF_8));
      out.closeEntry();
    }
    return jar.toString();
  }

  private static Manifest manifest(String name, String value) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name(name), value);
    return manifest;
  }

  private static String jar(Path jar, int bytes, String... entries) throws IOException {
    return jar(jar, bytes, null, entries);
  }

  private static String jar(Path jar, int bytes, @Nullable Manifest manifest, String... entries)
      throws IOException {
    Files.createDirectories(jar.resolveSibling(""));
    try (JarOutputStream out =
        manifest == null
            ? new JarOutputStream(Files.newOutputStream(jar))
            : new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String entry : Stream.of(entries).distinct().toList()) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
      fill(out, jar, bytes);
    }
    return jar.toString();
  }

  private static void fill(JarOutputStream out, Path jar, int bytes) throws IOException {
    byte[] zeros = new byte[bytes];
    CRC32 sum = new CRC32();
    sum.update(zeros);
    JarEntry entry = new JarEntry("of-" + jar.getFileName());
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(zeros);
    out.closeEntry();
  }
}
