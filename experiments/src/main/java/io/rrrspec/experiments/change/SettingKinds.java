package io.rrrspec.experiments.change;

import static io.rrrspec.experiments.change.GreenProjects.JARS;
import static io.rrrspec.experiments.change.GreenProjects.SETTINGS;
import static io.rrrspec.experiments.change.GreenProjects.SMALL;
import static io.rrrspec.experiments.change.GreenProjects.SNAPSHOT;
import static io.rrrspec.experiments.change.GreenProjects.TOOLCHAIN;

import java.util.List;
import java.util.Map;

/** Changes of what lies around a project: Maven's settings, the environment, and jars. */
final class SettingKinds {
  private SettingKinds() {}

  /** Adds them, by what they are about. */
  static void addTo(Map<String, List<Kind>> groups) {
    groups.put("Profiles", profiles());
    groups.put("Files that Maven reads", mavensFiles());
    groups.put("Environment", environment());
    groups.put("Jars", jars());
    groups.put(Kinds.JDK, jdks());
  }

  private static Kind kind(String name, String what, Change change) {
    return Kind.red(SETTINGS, name, what, "a test demands the value of a property", change);
  }

  private static List<Kind> profiles() {
    return List.of(
        kind(
            "profile-file-there",
            "a file whose presence turns a profile on",
            (site, word) -> site.sources().write("red.flag", word)),
        kind(
            "profile-file-missing",
            "a file whose absence turns a profile on",
            (site, word) -> site.sources().delete("green.flag")),
        kind(
            "profile-file-outside",
            "the presence of a file beside the project",
            (site, word) -> site.shared().write("red.flag", word)),
        kind(
            "profile-property",
            "a property in .mvn/maven.config that turns a profile on",
            (site, word) ->
                site.sources().replace(".mvn/maven.config", "-Dwish=none", "-Dwish=red")),
        kind(
            "profile-variable",
            "an environment variable that turns a profile on",
            (site, word) -> site.variable("OUTSIDE_WISH", word)));
  }

  private static List<Kind> mavensFiles() {
    return List.of(
        kind(
            "maven-config",
            ".mvn/maven.config",
            (site, word) ->
                site.sources().replace(".mvn/maven.config", "config=green", "config=" + word)),
        kind(
            "jvm-config",
            ".mvn/jvm.config",
            (site, word) -> site.sources().write(".mvn/jvm.config", "-Dcheck.jvm=" + word + "\n")),
        Kind.red(
            SETTINGS,
            "extensions",
            ".mvn/extensions.xml",
            "it names an extension that is nowhere",
            (site, word) ->
                site.sources()
                    .write(
                        ".mvn/extensions.xml",
                        "<extensions><extension><groupId>demo</groupId><artifactId>"
                            + word
                            + "</artifactId><version>1</version></extension></extensions>")),
        kind(
            "settings-property",
            "a property in settings.xml",
            (site, word) -> site.home().replace(".m2/settings.xml", ">green<", ">" + word + "<")),
        kind(
            "settings-profile",
            "the active profile in settings.xml",
            (site, word) ->
                site.home()
                    .replace(".m2/settings.xml", "<activeProfile>mine", "<activeProfile>other")),
        kind(
            "mavenrc",
            "~/.mavenrc",
            (site, word) -> site.home().replace(".mavenrc", "rc=green", "rc=" + word)));
  }

  private static List<Kind> environment() {
    return List.of(
        kind(
            "variable-in-pom",
            "an environment variable that the pom reads",
            (site, word) -> site.variable("OUTSIDE_WORD", word)),
        kind(
            "variable-in-test",
            "an environment variable that a test reads",
            (site, word) -> site.variable("CHECK_OUTSIDE", word)),
        kind(
            "maven-opts",
            "a property in MAVEN_OPTS",
            (site, word) -> site.option("-Dcheck.options=" + word)));
  }

  private static List<Kind> jars() {
    String lib = "lib/1-SNAPSHOT/lib-1-SNAPSHOT.jar";
    String words = "words/1-SNAPSHOT/words-1-SNAPSHOT.jar";
    String constant = "a constant in a test class is another one, if the compiler runs";
    String resource = "a test demands its content";
    return List.of(
        Kind.either(
            SNAPSHOT,
            "snapshot-jar",
            "a class of a snapshot in the local repository",
            constant,
            (site, word) -> site.artifacts().write(lib, Jars.library("Library", word))),
        Kind.either(
            SNAPSHOT,
            "snapshot-jar-size",
            "the same, with another size",
            constant,
            (site, word) -> site.artifacts().write(lib, Jars.library("Library", word + " light"))),
        Kind.red(
            SNAPSHOT,
            "snapshot-resource",
            "a resource of a snapshot in the local repository",
            resource,
            (site, word) -> site.artifacts().write(words, Jars.text("words.txt", word))),
        Kind.red(
            SNAPSHOT,
            "snapshot-resource-unseen",
            "the same, with the same size and time",
            resource,
            (site, word) -> site.artifacts().replaceUnseen(words, "green", word)),
        Kind.either(
            JARS,
            "project-jar",
            "a class of a jar in the project",
            constant,
            (site, word) -> site.sources().write("lib/inside.jar", Jars.library("Inside", word))),
        Kind.red(
            JARS,
            "project-jar-and-source",
            "the same, and a remark in a source",
            "a constant in a test class is another one",
            (site, word) -> {
              site.sources().write("lib/inside.jar", Jars.library("Inside", word));
              site.sources().replace("src/test/java/demo/InsideTest.java", "class", "/* */ class");
            }),
        Kind.either(
            JARS,
            "jar-outside",
            "a class of a jar beside the project",
            constant,
            (site, word) -> site.shared().write("outside.jar", Jars.library("Outside", word))),
        Kind.red(
            JARS,
            "additional-jar",
            "a jar that Surefire adds to the class path",
            resource,
            (site, word) -> site.sources().write("lib/extra.jar", Jars.text("extra.txt", word))),
        Kind.red(
            JARS,
            "additional-jar-unseen",
            "the same, with the same size and time",
            resource,
            (site, word) -> site.sources().replaceUnseen("lib/extra.jar", "green", word)));
  }

  private static List<Kind> jdks() {
    return List.of(
        Kind.red(
            SMALL,
            "java-home",
            "JAVA_HOME is another JDK",
            "a test demands the version",
            (site, word) -> site.variable("JAVA_HOME", jdk())),
        Kind.red(
            TOOLCHAIN,
            "toolchains",
            "toolchains.xml names another JDK",
            "a test demands the version",
            (site, word) ->
                site.home().write(".m2/toolchains.xml", GreenProjects.toolchains(jdk()))));
  }

  private static String jdk() {
    return String.valueOf(GreenProjects.otherJdk());
  }
}
