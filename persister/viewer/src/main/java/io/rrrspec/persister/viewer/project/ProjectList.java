package io.rrrspec.persister.viewer.project;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.project.Project;
import io.rrrspec.persister.record.project.Projects;
import io.rrrspec.persister.viewer.chart.RunStrip;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.List;

/**
 * The list of projects.
 *
 * @param rows the one that ran last is the first
 * @param cut whether there may be more than are listed
 */
public record ProjectList(List<Row> rows, boolean cut) {
  /** How many runs of each are shown. */
  public static final int RUNS = 20;

  /**
   * A project in the list.
   *
   * @param project with its last runs of any kind
   * @param strip how they ended
   */
  public record Row(Project project, RunStrip strip) {
    /** The strip in words. */
    public String words() {
      return strip.count("succeeded")
          + " of "
          + DisplayText.count(project.runs().size(), "run")
          + " succeeded; the last one: "
          + DisplayText.lower(project.last().status());
    }

    /** Where its page is. */
    public String href() {
      return address(project.name());
    }
  }

  /** As it is now. */
  public static ProjectList of(Database database) {
    List<Project> projects = new Projects(database).list(RUNS);
    return new ProjectList(
        projects.stream()
            .map(project -> new Row(project, ProjectPage.strip(project.runs())))
            .toList(),
        projects.size() == Projects.MOST);
  }

  /** Where the page of a project is. */
  public static String address(String name) {
    return "/project?class=" + DisplayText.query(name);
  }
}
