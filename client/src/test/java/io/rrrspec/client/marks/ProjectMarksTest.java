package io.rrrspec.client.marks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.source.Projects;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource;
import org.junit.platform.engine.support.hierarchical.Node;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

class ProjectMarksTest {
  private static final String IMPORTS =
      """
      package shop;
      import java.lang.annotation.*;
      import java.util.*;
      import org.junit.jupiter.api.*;
      import org.junit.jupiter.api.parallel.*;
      """;

  private static final String JUPITER =
      IMPORTS
          + """
          class PlainTest { @Test void test() {} }
          @Tag(" db ") class OnClassTest { @Test void test() {} }
          class OnMethodTest { @Test void test() {} @Tag("db") @Test void other() {} }
          @Tag("db") @Tag("slow") class RepeatedTest { @Tags({@Tag("a"), @Tag("b")}) @Test void test() {} }

          @Tag("db") abstract class Base { @Tag("slow") @Test void inherited() {} }
          abstract class Between extends Base {}
          class SuperclassTest extends Between { @Test void test() {} }
          @Tag("db") interface Root { @Tag("slow") @Test default void inherited() {} }
          interface Branch extends Root {}
          class InterfaceTest implements Branch { @Test void test() {} }

          class NestedTest {
            @Nested class One { @Nested class Two extends Base {} @Test void test() {} }
          }
          class AroundTest {
            @Tag("inner") static class NoTestOfIt { @Test void test() {} }
            @Test void test() {}
          }
          class NestedOfSuperclassTest extends NestedTest {}

          @Retention(RetentionPolicy.RUNTIME) @Tag("db") @ResourceLock("postgres") @interface Database {}
          @Retention(RetentionPolicy.RUNTIME) @Database @interface Deep {}
          @Retention(RetentionPolicy.RUNTIME) @CycleB @Tag("a") @interface CycleA {}
          @Retention(RetentionPolicy.RUNTIME) @CycleA @Tag("b") @interface CycleB {}
          @Retention(RetentionPolicy.RUNTIME) @Repeatable(Uses.class) @Tag("used") @ResourceLock("used")
          @interface Use { int value(); }
          @Retention(RetentionPolicy.RUNTIME) @interface Uses { Use[] value(); }
          @Database @interface InvisibleInClasses {}
          @Database class ComposedTest { @Test void test() {} }
          class ComposedOnMethodTest { @Deep @Test void test() {} }
          @CycleA class CycleTest { @Test void test() {} }
          @Use(1) @Use(2) class RepeatedComposedTest { @Test void test() {} }
          @InvisibleInClasses class InvisibleTest { @Test void test() {} }

          @ResourceLock("postgres") @ResourceLock(value = "port", mode = ResourceAccessMode.READ)
          class LocksTest { @Test void test() {} }
          class LockOnMethodTest { @ResourceLocks({@ResourceLock("a"), @ResourceLock("b")}) @Test void test() {} }
          @ResourceLock("postgres") abstract class LockedBase {}
          class LockOfSuperclassTest extends LockedBase { @Test void test() {} }
          class LockOfNestedTest { @Nested class One { @ResourceLock("deep") @Test void test() {} } }
          @Isolated class IsolatedTest { @Test void test() {} }
          class Named implements ResourceLocksProvider {
            public Set<Lock> provideForClass(Class<?> type) { return Set.of(new Lock("made")); }
          }
          @ResourceLock(providers = Named.class) class ProviderTest { @Test void test() {} }
          """;

  private static final String OTHERS =
      """
      package shop;
      import org.junit.Test;
      import org.junit.experimental.categories.Category;
      import org.junit.experimental.runners.Enclosed;
      import org.junit.runner.RunWith;
      import org.junit.runners.Suite;
      class Groups { interface Database {} interface Postgres extends Database {} }
      interface Slow {}
      class FourTest { @Category({Slow.class, Groups.Postgres.class}) @Test public void test() {} }
      @Category(Slow.class) abstract class FourBase {}
      class FourInheritedTest extends FourBase { @Test public void test() {} }
      @RunWith(Enclosed.class) class EnclosedTest {
        @Category(Slow.class) public static class Inner { @Test public void test() {} }
      }
      @RunWith(Suite.class) @Suite.SuiteClasses(FourInheritedTest.class) class SuiteTest {}
      @org.testng.annotations.Test(groups = "db") class NgBase {}
      class NgTest extends NgBase {
        @org.testng.annotations.Test(groups = {"slow", "x"}) public void test() {}
      }
      @org.junit.jupiter.api.Tag("outer") class Outer {
        @org.junit.jupiter.api.Tag("other") static class OtherTest {}
        static class OwnTest { @org.junit.jupiter.api.Test void test() {} }
      }
      """;

  @TempDir Path directory;
  private Path scratch = Path.of("");

  @BeforeEach
  void scratch() {
    scratch = directory.resolve("scratch");
  }

  @Test
  void aClassHasTheTagsAndLocksThatJUnitSees() throws Exception {
    Path classes = Compiled.classes(scratch, List.of(), JUPITER);
    List<String> names = tests(classes);

    var marks = ProjectMarks.of(Compiled.project(directory, List.of(classes), array(names)));

    assertThat(names).hasSize(20);
    Set<String> allTags = new HashSet<>();
    Set<String> allLocks = new HashSet<>();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      for (String name : names) {
        Set<String> tags = new HashSet<>();
        Set<String> locks = new HashSet<>();
        discover(loader.loadClass(name), tags, locks);
        ClassMarks its = requireNonNull(marks.get(name));
        assertThat(its.tags()).as(name).isEqualTo(tags);
        if (its.anyLock()) {
          assertThat(name).isEqualTo("shop.ProviderTest");
          assertThat(locks).containsExactly("made");
        } else {
          assertThat(its.locks()).as(name).isEqualTo(locks);
        }
        assertThat(its.unclear()).as(name).isNull();
        allTags.addAll(tags);
        allLocks.addAll(locks);
      }
    }
    // JUnit has been asked.
    assertThat(allTags).containsExactlyInAnyOrder("db", "slow", "a", "b", "used");
    assertThat(allLocks).contains("postgres", "port", "a", "b", "deep", "used", "made");
  }

  @Test
  void aClassIsIsolatedIfJUnitRunsItSo() throws Exception {
    Path classes =
        Compiled.classes(
            scratch,
            List.of(),
            IMPORTS
                + """
                class PlainTest { @ResourceLock("a") @Test void test() {} }
                @Isolated class OnClassTest { @Test void test() {} }
                @Isolated abstract class Base {}
                abstract class Between extends Base {}
                class InheritedTest extends Between { @Test void test() {} }
                @Retention(RetentionPolicy.RUNTIME) @Isolated @interface Timing {}
                @Retention(RetentionPolicy.RUNTIME) @Timing @interface Deep {}
                @Deep class ComposedTest { @Test void test() {} }
                class NestedTest { @Nested @Isolated class One { @Test void test() {} } }
                class AroundTest { @Isolated static class NoTestOfIt {} @Test void test() {} }
                """);
    List<String> names = tests(classes);

    var marks = ProjectMarks.of(Compiled.project(directory, List.of(classes), array(names)));

    Set<String> isolated = new HashSet<>();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      for (String name : names) {
        Set<String> locks = new HashSet<>();
        discover(loader.loadClass(name), new HashSet<>(), locks);
        boolean its = requireNonNull(marks.get(name)).isolated();
        assertThat(its).as(name).isEqualTo(locks.contains(ExclusiveResource.GLOBAL_KEY));
        if (its) {
          isolated.add(name);
        }
      }
    }
    assertThat(isolated)
        .containsExactlyInAnyOrder(
            "shop.OnClassTest", "shop.InheritedTest", "shop.ComposedTest", "shop.NestedTest");
  }

  @Test
  void whereJUnitHasNoSuchAnnotationNothingIsRead() throws Exception {
    Path without = Compiled.classes(scratch, List.of(), "package shop; class CartTest {}");
    Path with =
        Compiled.classes(
            directory.resolve("with"),
            List.of(),
            "package org.junit.jupiter.api.parallel; @interface Isolated {}");

    assertThat(
            ProjectMarks.knowIsolated(Compiled.bare(directory, List.of(without), "shop.CartTest")))
        .isFalse();
    assertThat(
            ProjectMarks.knowIsolated(
                Compiled.bare(directory, List.of(without, with), "shop.CartTest")))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "FourTest, shop.Slow Slow shop.Groups$Postgres shop.Groups.Postgres Postgres"
        + " shop.Groups$Database shop.Groups.Database Database",
    "FourInheritedTest, shop.Slow Slow",
    "EnclosedTest, shop.Slow Slow",
    "SuiteTest, shop.Slow Slow",
    "NgTest, db slow x",
    "Outer$OwnTest, outer"
  })
  void otherFrameworksHaveCategoriesAndGroups(String name, String tags) throws Exception {
    Path classes = Compiled.classes(scratch, List.of(), OTHERS);

    assertThat(marks(List.of(classes), "shop." + name))
        .isEqualTo(new ClassMarks(Set.of(tags.split(" ")), Set.of(), false, false, null));
  }

  @Test
  void whatIsInJarsCountsAndTheFirstOneOfTheClassPathWins() throws Exception {
    Path first = library("first", "@Tag(\"first\")");
    Path second = library("second", "@Tag(\"second\")");
    Path classes =
        Compiled.classes(
            scratch,
            List.of(first),
            IMPORTS + "class CartTest extends lib.Base { @Test void t() {} }");
    Path missing = directory.resolve("none.jar");
    Path damaged = Files.writeString(directory.resolve("damaged.jar"), "no jar");

    assertThat(marks(List.of(classes, missing, damaged, first, second), "shop.CartTest").tags())
        .containsExactly("first");
    assertThat(marks(List.of(classes, second, first), "shop.CartTest").tags())
        .containsExactly("second");
  }

  @Test
  void modulesMayHaveAnotherClassOfTheSameName() throws Exception {
    Path classes =
        Compiled.classes(
            scratch,
            List.of(library("both", "")),
            IMPORTS + "class CartTest extends lib.Base { @Test void t() {} }");
    String name = "shop.CartTest";

    var marks =
        ProjectMarks.of(
            Projects.ofModules(
                Projects.module(
                    directory,
                    "core",
                    "shop:core",
                    Compiled.execution(
                        directory.resolve("core"),
                        List.of(classes, library("a", "@Tag(\"a\")")),
                        name)),
                Projects.module(
                    directory,
                    "app",
                    "shop:app",
                    Compiled.execution(
                        directory.resolve("app"),
                        List.of(classes, library("b", "@Tag(\"b\")")),
                        name))));

    assertThat(requireNonNull(marks.get("core:" + name)).tags()).containsExactly("a");
    assertThat(requireNonNull(marks.get("app:" + name)).tags()).containsExactly("b");
  }

  @Test
  void moreJarsThanMayBeOpenAreReadOneAfterTheOther() throws Exception {
    Path base = library("base", "@Tag(\"db\")");
    Path classes =
        Compiled.classes(
            scratch,
            List.of(base),
            IMPORTS + "class ATest extends lib.Base {} class BTest extends lib.Other {}");
    Path empty = Files.createDirectories(directory.resolve("empty"));
    List<Path> path = new ArrayList<>(List.of(classes));
    for (int i = 0; i < 250; i++) {
      path.add(Compiled.jar(directory.resolve(i + ".jar"), empty));
    }
    path.add(base);

    var marks = ProjectMarks.of(Compiled.bare(directory, path, "shop.ATest", "shop.BTest"));

    assertThat(requireNonNull(marks.get("shop.ATest")).tags()).containsExactly("db");
    assertThat(requireNonNull(marks.get("shop.BTest")).tags()).containsExactly("other");
  }

  @Test
  void aClassThatCannotBeReadMayHaveEverything() throws Exception {
    Path classes = Compiled.classes(scratch, List.of(), JUPITER);
    Path base = classes.resolve("shop/Base.class");
    byte[] bytes = Files.readAllBytes(base);
    bytes[7] = (byte) 200;
    Files.write(base, bytes);
    Files.write(classes.resolve("shop/OnClassTest.class"), new byte[] {1, 2, 3});
    List<Path> path = List.of(classes);

    assertThat(marks(path, "shop.SuperclassTest").unclear())
        .isEqualTo("class shop.Base: Unsupported class file major version 200");
    assertThat(marks(path, "shop.OnClassTest").unclear()).startsWith("class shop.OnClassTest: ");
    assertThat(marks(path, "shop.NoneTest").unclear())
        .isEqualTo("there is no class file of shop.NoneTest");
    assertThat(marks(path, "shop.NoneTest").mayHaveTag("x"::equals)).isTrue();
    assertThat(marks(path, "shop.NoneTest").mayHaveLock("x"::equals)).isTrue();
    assertThat(marks(path, "shop.ProviderTest").mayHaveLock("x"::equals)).isTrue();
    assertThat(marks(path, "shop.ProviderTest").mayHaveTag("x"::equals)).isFalse();
  }

  private Path library(String name, String annotation) throws IOException {
    Path place = directory.resolve(name);
    Path classes =
        Compiled.classes(
            place,
            List.of(),
            "Base",
            """
            package lib;
            import org.junit.jupiter.api.Tag;
            """
                + annotation
                + " public class Base {}");
    Compiled.classes(
        place,
        List.of(),
        "Other",
        "package lib; @org.junit.jupiter.api.Tag(\"other\") public class Other {}");
    return Compiled.jar(directory.resolve(name + ".jar"), classes);
  }

  private ClassMarks marks(List<Path> classPath, String name) {
    return requireNonNull(ProjectMarks.of(Compiled.bare(directory, classPath, name)).get(name));
  }

  private static List<String> tests(Path classes) throws IOException {
    try (var files = Files.list(classes.resolve("shop"))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.matches("[A-Za-z]+Test\\.class"))
          .map(file -> "shop." + file.replace(".class", ""))
          .sorted()
          .toList();
    }
  }

  private static String[] array(List<String> names) {
    return names.toArray(String[]::new);
  }

  /** Asks JUnit Jupiter. */
  private static void discover(Class<?> type, Set<String> tags, Set<String> locks) {
    TestEngine jupiter =
        ServiceLoader.load(TestEngine.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(engine -> engine.getId().equals("junit-jupiter"))
            .findFirst()
            .orElseThrow();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(type))
            .build();
    TestDescriptor all = jupiter.discover(request, UniqueId.forEngine(jupiter.getId()));
    assertThat(all.getDescendants()).isNotEmpty();
    for (TestDescriptor one : all.getDescendants()) {
      one.getTags().stream().map(TestTag::getName).forEach(tags::add);
      ((Node<?>) one)
          .getExclusiveResources().stream().map(ExclusiveResource::getKey).forEach(locks::add);
    }
  }
}
