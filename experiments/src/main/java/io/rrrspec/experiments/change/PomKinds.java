package io.rrrspec.experiments.change;

import static io.rrrspec.experiments.change.GreenProjects.EXECUTIONS;
import static io.rrrspec.experiments.change.GreenProjects.LISTED;
import static io.rrrspec.experiments.change.GreenProjects.LISTED_OUTSIDE;
import static io.rrrspec.experiments.change.GreenProjects.MANAGED;
import static io.rrrspec.experiments.change.GreenProjects.PARENTS;
import static io.rrrspec.experiments.change.GreenProjects.SMALL;
import static io.rrrspec.experiments.change.GreenProjects.SNAPSHOT;
import static io.rrrspec.experiments.change.GreenProjects.SNAPSHOT_PARENT;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Changes of the pom, of its parents, and of the files that Surefire is told to read. */
final class PomKinds {
  private PomKinds() {}

  /** Adds them, by what they are about. */
  static void addTo(Map<String, List<Kind>> groups) {
    groups.put("Configuration of Surefire", surefire());
    groups.put("Executions of Surefire", executions());
    groups.put("Rest of the pom", others());
    List<Kind> files = new ArrayList<>(files("", LISTED, "config/"));
    files.addAll(files("-outside", LISTED_OUTSIDE, ""));
    groups.put("Files that Surefire reads", files);
    groups.put("Parents", parents());
  }

  private static Kind pom(String name, String what, String why, String part, String by) {
    return pom(SMALL, name, what, why, part, by);
  }

  private static Kind pom(
      GreenProject project, String name, String what, String why, String part, String by) {
    return Kind.red(
        project,
        name,
        what,
        why,
        (site, word) -> site.sources().replace("pom.xml", part, by.replace("WORD", word)));
  }

  private static List<Kind> surefire() {
    return List.of(
        pom(
            "pom-property",
            "a property of the pom",
            "a test demands its value",
            "<check.word>green",
            "<check.word>WORD"),
        pom(
            "pom-argument",
            "argLine",
            "a test demands a system property",
            "-Dcheck.argument=green",
            "-Dcheck.argument=WORD"),
        pom(
            "pom-time-zone",
            "argLine: the time zone",
            "a test demands UTC",
            "-Duser.timezone=UTC",
            "-Duser.timezone=Asia/Tokyo"),
        pom(
            "pom-language",
            "argLine: the default locale",
            "a test refuses Turkish",
            "-Duser.timezone=UTC",
            "-Duser.timezone=UTC -Duser.language=tr"),
        pom(
            "pom-system-property",
            "systemPropertyVariables",
            "a test demands the value",
            "<check.text>green",
            "<check.text>WORD"),
        pom(
            "pom-variable",
            "environmentVariables",
            "a test demands the value",
            "<CHECK_POM>green",
            "<CHECK_POM>WORD"),
        pom(
            "pom-includes",
            "includes",
            "a class fails that was not included",
            "<!-- surefire -->",
            "<includes><include>**/*Test.java</include><include>**/*Check.java</include></includes>"),
        pom(
            "pom-excludes",
            "excludes",
            "a class fails that was excluded",
            "**/Excluded*",
            "**/WORD*"),
        pom(
            "pom-excluded-groups",
            "excludedGroups",
            "a test fails that was excluded",
            "<excludedGroups>red",
            "<excludedGroups>WORD"),
        pom(
            "pom-groups",
            "groups",
            "a test fails that was excluded",
            "<excludedGroups>red</excludedGroups>",
            "<groups>red</groups>"),
        pom(
            "pom-assertions",
            "enableAssertions",
            "a test demands them",
            "<!-- surefire -->",
            "<enableAssertions>false</enableAssertions>"),
        pom(
            "pom-working-directory",
            "workingDirectory",
            "a test reads a relative path",
            "<!-- surefire -->",
            "<workingDirectory>${basedir}/data</workingDirectory>"));
  }

  private static List<Kind> executions() {
    String second =
        "<executions><execution><id>more</id><phase>test</phase><goals><goal>test</goal></goals>"
            + "<configuration><includes><include>**/FailingCheck.java</include></includes>"
            + "</configuration></execution></executions>";
    return List.of(
        pom(
            "pom-new-execution",
            "a second execution of Surefire",
            "it runs a class that fails",
            "<!-- executions -->",
            second),
        pom(
            EXECUTIONS,
            "execution-excluded-groups",
            "excludedGroups of the second execution",
            "a test fails there alone",
            "<excludedGroups>broken",
            "<excludedGroups>WORD"),
        pom(
            EXECUTIONS,
            "execution-groups",
            "groups of the second execution",
            "a test fails there alone",
            "<groups>it",
            "<groups>late"),
        Kind.red(
            EXECUTIONS,
            "execution-test",
            "a test that only the second execution runs",
            "it checks another word",
            (site, word) ->
                site.sources()
                    .replace(
                        "src/test/java/demo/SecondTest.java",
                        "Check.green(\"it\", ",
                        "Check.green(\"it\", \"" + word + "\" + ")));
  }

  private static List<Kind> others() {
    return List.of(
        Kind.either(
                SMALL,
                "pom-werror",
                "compilerArgs: -Werror",
                "a raw type is an error, if the compiler runs",
                (site, word) ->
                    site.sources()
                        .replace(
                            "pom.xml",
                            "<!-- compiler -->",
                            "<compilerArgs><arg>-Xlint:all</arg><arg>-Werror</arg></compilerArgs>"))
            .redFromClean(),
        Kind.either(
                SMALL,
                "pom-release",
                "the release of the language",
                "it has no records, if the compiler runs",
                (site, word) -> site.sources().replace("pom.xml", "<release>17", "<release>11"))
            .redFromClean(),
        pom(
            "pom-resources",
            "a directory of resources",
            "a test demands that one of its files is not there",
            "<!-- build -->",
            "<testResources><testResource><directory>src/test/resources</directory></testResource>"
                + "<testResource><directory>data</directory><targetPath>absent.txt</targetPath>"
                + "</testResource></testResources>"),
        pom(
            "pom-plugin-execution",
            "an execution of another plugin",
            "it copies a resource that may not be there",
            "<!-- resources plugin -->",
            "<executions><execution><id>copy</id><phase>process-test-classes</phase><goals>"
                + "<goal>copy-resources</goal></goals><configuration><outputDirectory>"
                + "target/test-classes/absent.txt</outputDirectory><resources><resource>"
                + "<directory>data</directory></resource></resources></configuration></execution>"
                + "</executions>"),
        pom(
            SNAPSHOT,
            "pom-dependency-version",
            "the version of a dependency",
            "a text of it is another one",
            "<artifactId>other</artifactId><version>1<",
            "<artifactId>other</artifactId><version>2<"),
        pom(
            "pom-missing-dependency",
            "a dependency that is nowhere",
            "Maven cannot resolve it",
            "<!-- dependencies -->",
            "<dependency><groupId>demo</groupId><artifactId>WORD</artifactId><version>1</version>"
                + "</dependency>"),
        pom("pom-broken", "the pom is no XML", "Maven cannot read it", "</build>", "</WORD>"));
  }

  private static List<Kind> files(String suffix, GreenProject project, String dir) {
    String where = suffix.isEmpty() ? "" : ", beside the project";
    return List.of(
        Kind.red(
            project,
            "includes-file" + suffix,
            "includesFile" + where,
            "a class fails that was not included",
            (site, word) ->
                files(site, project).write(dir + "includes", "**/*Test.java\n**/*Check.java\n")),
        Kind.red(
            project,
            "excludes-file" + suffix,
            "excludesFile" + where,
            "a class fails that was excluded",
            (site, word) -> files(site, project).write(dir + "excludes", "**/" + word + "*\n")),
        Kind.red(
            project,
            "system-properties-file" + suffix,
            "systemPropertiesFile" + where,
            "a test demands the value",
            (site, word) ->
                files(site, project)
                    .write(dir + "system.properties", "check.file=" + word + "\n")));
  }

  private static Tree files(Site site, GreenProject project) {
    return project.equals(LISTED) ? site.sources() : site.shared();
  }

  private static List<Kind> parents() {
    return List.of(
        Kind.red(
            PARENTS,
            "parent",
            "a property of the parent, beside the project",
            "a test demands its value",
            (site, word) -> site.shared().replace("parent/pom.xml", ">green<", ">" + word + "<")),
        Kind.red(
            PARENTS,
            "grandparent",
            "a property of the parent's parent",
            "a test demands its value",
            (site, word) -> site.shared().replace("pom.xml", ">green<", ">" + word + "<")),
        Kind.red(
            SNAPSHOT_PARENT,
            "parent-snapshot",
            "the parent is a snapshot of the local repository: a property of it",
            "a test demands its value",
            (site, word) ->
                site.artifacts()
                    .write(
                        "parent/1-SNAPSHOT/parent-1-SNAPSHOT.pom",
                        GreenProjects.snapshotParentPom(word))),
        Kind.red(
            MANAGED,
            "bom-snapshot",
            "a version in a snapshot that dependencyManagement imports",
            "a constant of a dependency is another one",
            (site, word) ->
                site.artifacts()
                    .write(
                        "managed/1-SNAPSHOT/managed-1-SNAPSHOT.pom",
                        GreenProjects.managedPom("2"))));
  }
}
