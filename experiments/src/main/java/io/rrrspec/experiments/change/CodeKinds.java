package io.rrrspec.experiments.change;

import static io.rrrspec.experiments.change.GreenProjects.GENERATED;
import static io.rrrspec.experiments.change.GreenProjects.SMALL;

import java.util.List;
import java.util.Map;

/** Changes of classes: sources, what is generated, and what the build has made. */
final class CodeKinds {
  private static final String MAIN = "src/main/java/demo/";
  private static final String TEST = "src/test/java/demo/";

  private CodeKinds() {}

  /** Adds them, by what they are about. */
  static void addTo(Map<String, List<Kind>> groups) {
    groups.put("Classes", sources());
    groups.put("Generated sources", generated());
    groups.put("Products of the build", products());
  }

  private static List<Kind> sources() {
    return List.of(
        Kind.red(
            SMALL,
            "main-source",
            "a main class",
            "it returns another word",
            (site, word) ->
                site.sources()
                    .replace(MAIN + "Word.java", "word() { return \"green", word("word", word))),
        Kind.red(
            SMALL,
            "test-source",
            "a test class",
            "it checks another word",
            (site, word) ->
                site.sources()
                    .replace(TEST + "CodeTest.java", "(\"here\", \"green", "(\"here\", \"" + word)),
        Kind.red(
            SMALL,
            "new-test-class",
            "a test class is added",
            "it fails",
            (site, word) ->
                site.sources()
                    .write(TEST + "New" + word + "Test.java", failing("New" + word + "Test"))),
        Kind.red(
            SMALL,
            "new-main-class",
            "a main class is added",
            "a test demands that it is not there",
            (site, word) ->
                site.sources()
                    .write(MAIN + "Surplus.java", "package demo; class Surplus {} // " + word)),
        Kind.red(
            SMALL,
            "main-class-deleted",
            "a main class is deleted",
            "a test loads it by name",
            (site, word) -> site.sources().delete(MAIN + "Spare.java")),
        Kind.red(
            SMALL,
            "package-renamed",
            "a package is renamed",
            "a test loads a class of it by name",
            (site, word) ->
                site.sources()
                    .rename(MAIN + "inner", "outer")
                    .replace(MAIN + "outer/Inside.java", "demo.inner", "demo.outer")),
        Kind.red(
            SMALL,
            "main-compile-error",
            "a main class no longer compiles",
            "the compiler fails",
            (site, word) -> site.sources().replace(MAIN + "Spare.java", "class", word)),
        Kind.red(
            SMALL,
            "test-compile-error",
            "a test class no longer compiles",
            "the compiler fails",
            (site, word) -> site.sources().replace(TEST + "Check.java", "static void", word)),
        Kind.either(
            SMALL,
            "main-source-unseen",
            "a main class, with the same size and time",
            "Maven itself compares times only",
            (site, word) ->
                site.sources()
                    .replaceUnseen(
                        MAIN + "Word.java", "word() { return \"green", word("word", word))));
  }

  private static List<Kind> generated() {
    return List.of(
        Kind.red(
            GENERATED,
            "generated-source",
            "a file that a plugin makes a source from",
            "the source has another word",
            (site, word) ->
                site.sources()
                    .write("templates/demo/Made.java", GreenProjects.template("Made", word))),
        Kind.red(
            GENERATED,
            "generated-source-outside",
            "the same, beside the project",
            "the source has another word",
            (site, word) ->
                site.shared()
                    .write("templates/demo/Other.java", GreenProjects.template("Other", word))),
        Kind.either(
            GENERATED,
            "annotation-processor",
            "an annotation processor in the local repository",
            "it makes a class with another word, if the compiler runs",
            (site, word) ->
                site.artifacts()
                    .write("maker/1-SNAPSHOT/maker-1-SNAPSHOT.jar", GreenProjects.processor(word))),
        Kind.red(
            GENERATED,
            "annotation-processor-and-source",
            "the same, and a remark in a source",
            "it makes a class with another word",
            (site, word) -> {
              site.artifacts()
                  .write("maker/1-SNAPSHOT/maker-1-SNAPSHOT.jar", GreenProjects.processor(word));
              site.sources().replace(MAIN + "Spare.java", "class", "/* " + word + " */ class");
            }));
  }

  private static List<Kind> products() {
    String made = "target/test-classes/";
    return List.of(
        Kind.green(
            SMALL,
            "test-class-file-deleted",
            "a compiled test class is deleted",
            "Maven compiles again",
            (site, word) -> site.products().delete(made + "demo/Check.class")),
        Kind.green(
            SMALL,
            "class-file-deleted",
            "a compiled main class is deleted",
            "Maven compiles again",
            (site, word) -> site.products().delete("target/classes/demo/Word.class")),
        Kind.green(
            SMALL,
            "copied-resource-deleted",
            "a copied resource is deleted",
            "Maven copies it again",
            (site, word) -> site.products().delete(made + "test.txt")),
        Kind.green(
            SMALL,
            "target-deleted",
            "the directory target is deleted",
            "Maven makes it again",
            (site, word) -> site.products().delete("target")),
        Kind.red(
            SMALL,
            "copied-resource-changed",
            "a copied resource",
            "Maven leaves it, as it is newer",
            (site, word) -> site.products().write(made + "test.txt", word)),
        Kind.red(
            SMALL,
            "class-file-changed",
            "a compiled class has another constant",
            "Maven leaves it, as it is newer",
            (site, word) ->
                site.products().replace("target/classes/demo/Word.class", "green", word)),
        Kind.red(
            SMALL,
            "class-file-left-over",
            "a compiled test class without a source",
            "Surefire runs it",
            (site, word) ->
                Jars.compiled("demo/LeftTest.java", failing("LeftTest"))
                    .forEach((name, bytes) -> site.products().write(made + name, bytes))),
        Kind.green(
                SMALL,
                "other-product",
                "a file in target that nobody reads",
                "nothing changes for the tests",
                (site, word) -> site.products().write("target/notes-" + word, word))
            .withoutPreparing());
  }

  private static String word(String method, String word) {
    return method + "() { return \"" + word;
  }

  private static String failing(String name) {
    return SmallProject.failing(name);
  }
}
