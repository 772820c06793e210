package io.rrrspec.persister.record.project;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.TasksetClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Finds projects and their last runs. */
public final class Projects {
  /** More projects are in no list. */
  public static final int MOST = 200;

  /** How many runs of a project are shown at most. */
  public static final int RUNS = 50;

  /** Among so many runs are those that ran whole classes. */
  private static final int LOOKED_AT = 200;

  private final Database database;

  public Projects(Database database) {
    this.database = database;
  }

  /**
   * The projects, each with its last runs of any kind; the one that ran last is the first.
   *
   * @param runs how many of each at most; 1 or more
   * @return {@link #MOST} at most
   */
  public List<Project> list(int runs) {
    return database.read(
        handle -> {
          List<Project> all = new ArrayList<>();
          for (TasksetClass each : TasksetClass.all(handle, MOST)) {
            List<ProjectRun> last = newest(handle, each, runs);
            if (!last.isEmpty()) {
              all.add(new Project(each.name(), last, 0));
            }
          }
          all.sort(
              Comparator.comparing((Project project) -> project.last().endedAt())
                  .reversed()
                  .thenComparing(Project::name));
          return all;
        });
  }

  /**
   * One project with its last runs of whole classes, {@link #RUNS} at most. If none of the newest
   * ones is of whole classes, it has the newest ones as they are.
   *
   * @throws io.rrrspec.common.UsageException if there is no run of this project
   */
  public Project find(String name) {
    return database.read(
        handle -> {
          List<ProjectRun> newest =
              newest(handle, TasksetClass.named(handle, name).get(0), LOOKED_AT);
          List<ProjectRun> whole = newest.stream().filter(ProjectRun::isWhole).limit(RUNS).toList();
          if (whole.isEmpty()) {
            return new Project(name, newest.subList(0, Math.min(RUNS, newest.size())), 0);
          }
          int until = newest.indexOf(whole.get(whole.size() - 1));
          return new Project(name, whole, until + 1 - whole.size());
        });
  }

  private static List<ProjectRun> newest(Handle handle, TasksetClass of, int limit) {
    // Along the index taskset_by_class_end. A run that is being deleted has no end.
    return handle
        .createQuery(
            "SELECT "
                + ProjectRun.COLUMNS
                + " FROM taskset WHERE class_hash = :class AND ended_ms >= 0 ORDER BY class_hash"
                + " DESC, ended_ms DESC, id DESC LIMIT :limit")
        .bind("class", of.hash())
        .bind("limit", limit)
        .map((row, context) -> ProjectRun.read(row))
        .list();
  }
}
