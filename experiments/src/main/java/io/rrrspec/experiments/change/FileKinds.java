package io.rrrspec.experiments.change;

import static io.rrrspec.experiments.change.GreenProjects.CHECKOUT;
import static io.rrrspec.experiments.change.GreenProjects.FILTERED;
import static io.rrrspec.experiments.change.GreenProjects.LINKED;
import static io.rrrspec.experiments.change.GreenProjects.ODD_PLACES;
import static io.rrrspec.experiments.change.GreenProjects.SHARED;
import static io.rrrspec.experiments.change.GreenProjects.SMALL;

import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Changes of files that are no classes. */
final class FileKinds {
  private static final String NOT_SENT = "docs/ci.md, What is sent";

  private FileKinds() {}

  /** Adds them, by what they are about. */
  static void addTo(Map<String, List<Kind>> groups) {
    groups.put("Resources", resources());
    groups.put("Sources that are gone", gone());
    groups.put("Places of resources, filters", placesOfResources());
    groups.put("Files that tests read", filesOfTests());
    groups.put("Size and time", stamps());
    groups.put("Links, directories, permissions", shapes());
    groups.put("Nothing relevant", nothing());
  }

  private static Kind content(GreenProject project, String name, String what, String file) {
    return Kind.red(
        project,
        name,
        what,
        "a test demands its content",
        (site, word) -> site.sources().write(file, word));
  }

  private static List<Kind> resources() {
    String resources = "src/test/resources/";
    return List.of(
        content(SMALL, "resource", "a resource", "src/main/resources/main.txt"),
        content(SMALL, "test-resource", "a test resource", resources + "test.txt"),
        content(SMALL, "hidden-resource", "a hidden resource", resources + ".hidden.txt"),
        content(
            SMALL,
            "hidden-directory",
            "a resource in a hidden directory",
            resources + ".dir/deep.txt"),
        content(
            SMALL,
            "name-with-blanks",
            "a resource with blanks in its name",
            resources + "a dir/name with blanks.txt"),
        content(
            SMALL,
            "name-with-umlaut",
            "a resource with an umlaut in its name",
            resources + "gr" + SmallProject.UMLAUT + "n.txt"),
        Kind.red(
            SMALL,
            "last-byte",
            "the last byte of a large resource",
            "a test demands it",
            (site, word) ->
                site.sources().write(resources + "large.bin", "x".repeat(300_000) + "r")),
        Kind.red(
            SMALL,
            "new-resource",
            "a resource is added",
            "a test demands that it is not there",
            (site, word) -> site.sources().write(resources + "absent.txt", word)),
        Kind.red(
            SMALL,
            "resource-renamed",
            "a resource gets another name",
            "a test demands that there is none of that name",
            (site, word) -> {
              site.sources().rename(resources + "test.txt", "absent.txt");
              site.sources().time(resources + "absent.txt", FileTime.from(Instant.now()));
            }),
        Kind.red(
            SMALL,
            "case-renamed",
            "the name of a resource gets capitals",
            "a test demands that there is none of that name",
            (site, word) -> site.sources().rename(resources + "case.txt", "CASE.txt")),
        Kind.red(
            SMALL,
            "service",
            "a file of META-INF/services",
            "ServiceLoader finds another class",
            (site, word) ->
                site.sources()
                    .write("src/main/resources/META-INF/services/demo.Word", "demo.OtherWord\n")),
        Kind.red(
            SMALL,
            "junit-properties",
            "junit-platform.properties",
            "a disabled test runs",
            (site, word) ->
                site.sources()
                    .write(
                        resources + "junit-platform.properties",
                        "junit.jupiter.conditions.deactivate=*\n")));
  }

  private static List<Kind> gone() {
    String resources = "src/test/resources/";
    String why = "a test demands it, and Maven leaves its copy where there is one";
    return List.of(
        Kind.green(
                SMALL,
                "resource-deleted",
                "a resource is deleted",
                why,
                (site, word) -> site.sources().delete(resources + "test.txt"))
            .redFromClean(),
        Kind.green(
                SMALL,
                "hidden-resource-deleted",
                "a hidden resource is deleted",
                why,
                (site, word) -> site.sources().delete(resources + ".hidden.txt"))
            .redFromClean(),
        Kind.green(
                SMALL,
                "main-resource-moved",
                "a resource is moved to another directory",
                why,
                (site, word) -> site.sources().rename("src/main/resources/main.txt", "../main.txt"))
            .redFromClean(),
        Kind.green(
                SMALL,
                "resource-excluded",
                "the pom excludes a resource",
                why,
                (site, word) ->
                    site.sources()
                        .replace(
                            "pom.xml",
                            "<!-- build -->",
                            "<resources><resource><directory>src/main/resources</directory>"
                                + "<excludes><exclude>main.txt</exclude></excludes></resource>"
                                + "</resources>"))
            .redFromClean());
  }

  private static List<Kind> placesOfResources() {
    return List.of(
        content(ODD_PLACES, "resources-in-config", "a resource in config", "config/odd0.txt"),
        content(ODD_PLACES, "resources-hidden-in-config", "a hidden one", "config/.hidden/odd.txt"),
        content(ODD_PLACES, "resources-in-dot", "a resource in .config", ".config/odd1.txt"),
        content(ODD_PLACES, "resources-in-out", "a resource in out", "out/odd2.txt"),
        content(
            ODD_PLACES,
            "resources-in-modules",
            "a resource in node_modules",
            "node_modules/odd3.txt"),
        content(ODD_PLACES, "resources-in-build", "a resource in src/build", "src/build/odd4.txt"),
        content(
            ODD_PLACES, "resources-in-target", "a resource in src/target", "src/target/odd5.txt"),
        content(LINKED, "linked-directory", "a resource behind a link", "behind/linked.txt"),
        Kind.red(
            SHARED,
            "resource-outside",
            "a test resource beside the project",
            "a test demands its content",
            (site, word) -> site.shared().write("resources/shared.txt", word)),
        Kind.red(
            FILTERED,
            "filter-file",
            "a file of values for resources",
            "a test demands the value",
            (site, word) -> site.sources().write("config/words.properties", "word.inside=" + word)),
        Kind.red(
            FILTERED,
            "filter-file-outside",
            "the same, beside the project",
            "a test demands the value",
            (site, word) -> site.shared().write("words.properties", "word.outside=" + word)),
        Kind.red(
            FILTERED,
            "filter-property",
            "a property of the pom that is filled in",
            "a test demands the value",
            (site, word) ->
                site.sources()
                    .replace("pom.xml", "<check.word>green", "<check.word>" + word)
                    .replace("pom.xml", ">${check.word}<", ">green<")),
        Kind.red(
            FILTERED,
            "filter-variable",
            "an environment variable that is filled in",
            "a test demands the value",
            (site, word) -> site.variable("OUTSIDE_WORD", word)));
  }

  private static List<Kind> filesOfTests() {
    return List.of(
        content(SMALL, "data-file", "a file that a test reads", "data/a.txt"),
        content(SMALL, "data-in-src", "the same below src", "src/test/data/x.txt"),
        content(SMALL, "data-hidden", "the same, config/.env", "config/.env"),
        content(SMALL, "data-in-dot", "the same in .config", ".config/settings"),
        content(SMALL, "data-in-out", "the same in out", "out/x.txt"),
        content(SMALL, "data-in-modules", "the same in node_modules", "node_modules/x.txt"),
        content(SMALL, "data-in-build", "the same in build", "build/x.txt").notSentBy(NOT_SENT),
        content(SMALL, "name-with-newline", "the same with a newline in its name", "data/a\nb.txt"),
        content(CHECKOUT, "git-tracked", "the same, known to Git", "tracked.txt"),
        content(CHECKOUT, "git-ignored", "the same, ignored by Git", "local.txt")
            .notSentBy(NOT_SENT),
        Kind.red(
                CHECKOUT,
                "git-head",
                "the branch, which a test reads from .git/HEAD",
                "a test demands its name",
                (site, word) -> site.sources().write(".git/HEAD", "ref: refs/heads/" + word + "\n"))
            .notSentBy(NOT_SENT),
        Kind.red(
            SMALL,
            "pom-read-by-test",
            "a remark in the pom, which a test reads",
            "the test demands that there is none",
            (site, word) ->
                site.sources()
                    .replace("pom.xml", "<!-- build -->", "<!-- a remark -->\n<!-- build -->")),
        Kind.red(
            SHARED,
            "data-outside",
            "a file beside the project that a test reads",
            "the test demands its content",
            (site, word) -> site.shared().write("read.txt", word)),
        Kind.red(
            SMALL,
            "logging",
            "a configuration of the log that argLine names",
            "a test demands its level",
            (site, word) -> site.sources().write("config/logging.properties", ".level=INFO\n")));
  }

  private static List<Kind> stamps() {
    return List.of(
        Kind.red(
            SMALL,
            "same-size",
            "a file that a test reads, with the same size",
            "the test demands its content",
            (site, word) -> site.sources().replace("data/a.txt", "green", word)),
        Kind.red(
            SMALL,
            "same-size-and-time",
            "the same, with the same time, too",
            "the test demands its content",
            (site, word) -> site.sources().replaceUnseen("data/a.txt", "green", word)),
        Kind.red(
            SMALL,
            "swapped",
            "two files of one size and time change their names",
            "a test demands their content",
            (site, word) ->
                site.sources()
                    .rename("data/one", "three")
                    .rename("data/two", "one")
                    .rename("data/three", "two")),
        Kind.red(
            SMALL,
            "older",
            "a file that a test reads becomes an older one",
            "the test demands its content",
            (site, word) ->
                site.sources().write("data/a.txt", word).time("data/a.txt", SmallProject.LONG_AGO)),
        Kind.red(
            SMALL,
            "pom-same-size-and-time",
            "the pom, with the same size and time",
            "a test demands the value of a property",
            (site, word) ->
                site.sources().replaceUnseen("pom.xml", "<check.word>green", check(word))),
        Kind.green(
            SMALL,
            "touched",
            "the times of a source, a resource and a file that a test reads",
            "their content is the same",
            (site, word) -> {
              FileTime now = FileTime.from(Instant.now());
              site.sources()
                  .time("src/main/java/demo/Word.java", now)
                  .time("src/test/resources/test.txt", now)
                  .time("data/a.txt", now);
            }));
  }

  private static String check(String word) {
    return "<check.word>" + word;
  }

  private static List<Kind> shapes() {
    return List.of(
        Kind.red(
            SMALL,
            "script-not-executable",
            "a script loses its right to be executed",
            "a test runs it",
            (site, word) -> site.sources().executable("script.sh", false)),
        Kind.red(
            SMALL,
            "link-retargeted",
            "a link points to another file",
            "a test reads it",
            (site, word) -> site.sources().link("data/link", "red.txt")),
        Kind.red(
            SMALL,
            "link-replaced",
            "a link becomes a file",
            "a test reads it",
            (site, word) -> site.sources().delete("data/link").write("data/link", word)),
        Kind.red(
            SMALL,
            "link-outside",
            "a file beside the project that a link points to",
            "a test reads it",
            (site, word) -> site.shared().write("outer.txt", word)),
        Kind.red(
            SMALL,
            "directory-to-file",
            "a directory becomes a file",
            "a test demands the directory",
            (site, word) -> site.sources().delete("data/dir").write("data/dir", word)),
        Kind.red(
            SMALL,
            "empty-directory-removed",
            "an empty directory is removed",
            "a test demands it",
            (site, word) -> site.sources().delete("data/empty")),
        Kind.red(
            SMALL,
            "empty-directory-added",
            "an empty directory is added",
            "a test demands that it is not there",
            (site, word) -> site.sources().directory("data/absent")),
        Kind.red(
            SMALL,
            "data-deleted",
            "a file that a test reads is deleted",
            "the test reads it",
            (site, word) -> site.sources().delete("data/b.txt")),
        Kind.red(
            SMALL,
            "data-hidden-deleted",
            "a hidden one is deleted",
            "the test reads it",
            (site, word) -> site.sources().delete("config/.env")),
        Kind.red(
            SMALL,
            "replaced-by-rename",
            "another file of the same size and time takes the place of one",
            "a test demands its content",
            (site, word) ->
                site.sources()
                    .each(
                        "data/a.txt",
                        file -> {
                          var other = Files.writeString(file.resolveSibling("other"), word);
                          Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
                          Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                        })));
  }

  private static List<Kind> nothing() {
    return List.of(
        Kind.green(SMALL, "nothing", "nothing", "nothing has changed", (site, word) -> {})
            .withoutPreparing(),
        Kind.green(
                CHECKOUT,
                "nothing-in-checkout",
                "nothing, in a checkout of Git",
                "nothing has changed",
                (site, word) -> {})
            .withoutPreparing(),
        Kind.green(
                CHECKOUT,
                "git-metadata",
                "a file in .git that no test reads",
                "nothing changes for the tests",
                (site, word) -> site.sources().write(".git/description", word))
            .withoutPreparing());
  }
}
