package io.rrrspec.persister.viewer.project;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.project.LostTime;
import io.rrrspec.persister.record.project.Project;
import io.rrrspec.persister.record.project.ProjectRun;
import io.rrrspec.persister.record.project.SlowerClass;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody should do for a project, as a sentence.
 *
 * @param parts the sentence
 */
public record NextStep(List<Part> parts) {
  /** So many tests are named. */
  private static final int NAMED = 3;

  /** Retries below this share of all time need no mention, in per cent. */
  private static final int MUCH = 5;

  /**
   * A part of a sentence.
   *
   * @param text the words; empty where there is a time
   * @param href where they lead; empty: nowhere
   * @param at a moment in the place of words, or null
   */
  public record Part(String text, String href, @Nullable Instant at) {
    static Part text(String text) {
      return new Part(text, "", null);
    }

    static Part link(String text, String href) {
      return new Part(text, href, null);
    }

    static Part time(Instant at) {
      return new Part("", "", at);
    }
  }

  /** Decides what to do, the most urgent first. */
  static List<NextStep> of(
      Project project, LostTime lost, List<SlowerClass> slower, FlakyTests.Names flaky) {
    List<NextStep> steps = new ArrayList<>();
    red(project).ifPresent(steps::add);
    if (!flaky.first().isEmpty()) {
      steps.add(flaky(project.name(), flaky));
    }
    if (!slower.isEmpty()) {
      steps.add(slower(project.name(), slower.get(0)));
    }
    if (lost.percent() >= MUCH) {
      steps.add(
          new NextStep(
              List.of(
                  Part.text(
                      "Retries took " + lost.percent() + " % of the time of all tests. Look at "),
                  Part.link(
                      "the classes that the last run tried more than once",
                      "/runs/" + project.last().id() + "?show=retried#classes"),
                  Part.text("."))));
    }
    if (steps.isEmpty()) {
      steps.add(
          new NextStep(
              List.of(
                  Part.text(
                      "Nothing. The last run did not fail, no test is flaky, and no class became"
                          + " slower."))));
    }
    return steps;
  }

  /** What broke it is in the first of the runs that failed in a row. */
  private static Optional<NextStep> red(Project project) {
    List<ProjectRun> complete = project.runs().stream().filter(ProjectRun::isComplete).toList();
    int red = 0;
    while (red < complete.size() && complete.get(red).status() == TasksetStatus.FAILED) {
      red++;
    }
    if (red == 0) {
      return Optional.empty();
    }
    ProjectRun last = complete.get(0);
    if (red == 1) {
      return Optional.of(
          new NextStep(
              List.of(
                  Part.text("The last run failed" + in(last) + ". Look at "),
                  Part.link("its failures", "/runs/" + last.id()),
                  Part.text("."))));
    }
    ProjectRun first = complete.get(red - 1);
    return Optional.of(
        new NextStep(
            List.of(
                Part.text("The last " + red + " runs failed, "),
                Part.link("the newest", "/runs/" + last.id()),
                Part.text(in(last) + ". Look at "),
                Part.link("the first of them", "/runs/" + first.id()),
                Part.text(" of "),
                Part.time(first.endedAt()),
                Part.text(": what broke the project is there."))));
  }

  private static String in(ProjectRun run) {
    return run.failed() == 0
        ? " outside of its classes"
        : " in " + DisplayText.count(run.failed(), "class");
  }

  private static NextStep flaky(String project, FlakyTests.Names flaky) {
    List<Part> parts = new ArrayList<>();
    int count = flaky.count();
    parts.add(
        Part.text(
            (flaky.more() ? "More than " : "")
                + (count == 1 ? "One test is flaky: " : count + " tests are flaky: ")));
    List<FlakyTests.Name> named = flaky.first().subList(0, Math.min(NAMED, flaky.first().size()));
    for (int i = 0; i < named.size(); i++) {
      parts.add(Part.text(i == 0 ? "" : ", "));
      parts.add(Part.link(name(named.get(i)), history(project, named.get(i))));
    }
    FlakyTests.Name worst = named.get(0);
    parts.add(
        Part.text(
            (count > named.size() ? " and others" : "")
                + ". Mend "
                + (count == 1 ? "it" : "them")
                + ", or "));
    parts.add(Part.link("mute " + name(worst), mute(project, worst)));
    parts.add(Part.text(" until it is mended."));
    return new NextStep(parts);
  }

  private static NextStep slower(String project, SlowerClass slower) {
    return new NextStep(
        List.of(
            Part.link(DisplayText.simple(slower.specFile()), history(project, slower.specFile())),
            Part.text(
                " takes "
                    + DisplayText.duration(slower.now())
                    + " instead of "
                    + DisplayText.duration(slower.before())
                    + " since "),
            Part.link(
                "a run",
                "/runs/" + slower.sinceRun().substring(slower.sinceRun().lastIndexOf(':') + 1)),
            Part.text(" of "),
            Part.time(slower.since()),
            Part.text(". Find out what that run changed.")));
  }

  /** What a flaky test is called in a sentence. */
  public static String name(FlakyTests.Name test) {
    return DisplayText.simple(test.className(), test.specFile())
        + (test.name().isEmpty() ? "" : "." + DisplayText.beginning(test.name(), 60));
  }

  /** Where the history of a class is. */
  public static String history(String project, String specFile) {
    return "/history?class=" + DisplayText.query(project) + "&name=" + DisplayText.query(specFile);
  }

  /** Where the history of a test is. */
  public static String history(String project, FlakyTests.Name test) {
    return history(project, test.specFile())
        + "&of="
        + DisplayText.query(test.className())
        + "&test="
        + DisplayText.query(test.name());
  }

  /** Where a test can be muted. */
  public static String mute(String project, FlakyTests.Name test) {
    return "/tests/quarantine?class="
        + DisplayText.query(project)
        + "&test="
        + DisplayText.query(DisplayText.testId(test.specFile(), test.className(), test.name()))
        + "#add";
  }
}
