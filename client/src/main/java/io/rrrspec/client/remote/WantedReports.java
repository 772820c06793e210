package io.rrrspec.client.remote;

import io.rrrspec.client.record.HtmlOutput;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.junitxml.ReportsPlace;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.BuildReports;
import io.rrrspec.common.model.Taskset;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which reports of a run are wanted.
 *
 * @param junitXml where JUnit XML goes, absolute; null if none is wanted
 * @param html where its pages go, absolute; null if none are wanted
 */
public record WantedReports(@Nullable Path junitXml, @Nullable Path html) {
  /** None are wanted. */
  public static final WantedReports NONE = new WantedReports(null, null);

  /**
   * Makes room for them, before the run.
   *
   * @param sources the directory of the sources; absolute
   * @param warn gets a line for those that would become a part of the sources
   * @throws io.rrrspec.common.UsageException if a directory cannot be written
   */
  void prepare(Path sources, Consumer<String> warn) {
    if (junitXml != null) {
      new JUnitXmlWriter(junitXml, BuildReports.read(sources)).prepare();
      ReportsPlace.warning("--junit-xml", junitXml, sources).ifPresent(warn);
    }
    if (html != null) {
      new HtmlOutput(html).prepare();
      ReportsPlace.warning("--html", html, sources).ifPresent(warn);
    }
  }

  /**
   * Writes the JUnit XML of a run that is over.
   *
   * @throws io.rrrspec.common.ServiceException if it cannot be written
   */
  void writeXml(Path sources, Taskset taskset, List<TaskRun> runs) {
    if (junitXml != null) {
      new JUnitXmlWriter(junitXml, BuildReports.read(sources)).write(taskset, runs);
    }
  }

  /**
   * Writes the pages of a run that is over.
   *
   * @throws io.rrrspec.common.ServiceException if they cannot be written
   */
  void writeHtml(Taskset taskset, Fleet fleet, Consumer<String> say) {
    if (html != null) {
      fleet.writeHtml(taskset, new HtmlOutput(html), say);
    }
  }
}
