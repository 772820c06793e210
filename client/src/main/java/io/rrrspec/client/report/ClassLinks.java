package io.rrrspec.client.report;

import io.rrrspec.common.model.TestId;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the name of a class leads in a result that is shown on a terminal with links. */
@FunctionalInterface
public interface ClassLinks {
  /** Nowhere. */
  ClassLinks NONE = name -> null;

  /**
   * The address for a class.
   *
   * @param name with its module and execution, as the result shows it; any text
   * @return null if there is none
   */
  @Nullable URI of(String name);

  /**
   * To the source of each class.
   *
   * @param project the directory of the project; absolute
   */
  static ClassLinks sources(Path project) {
    return name -> {
      TestId id = TestId.parse(name);
      try {
        Path source = TestSources.ofClass(project.resolve(id.module()), id.className());
        return source == null ? null : source.toUri();
      } catch (InvalidPathException e) {
        return null;
      }
    };
  }

  /**
   * To the page of each class.
   *
   * @param run the address of the run's page
   */
  static ClassLinks pages(URI run) {
    return name -> {
      TestId id = TestId.parse(name);
      String asked =
          new TestId(id.module(), TestSources.topLevel(id.className()), id.execution()).toString();
      String query = URLEncoder.encode(asked, StandardCharsets.UTF_8);
      return URI.create(run + "/task?name=" + query);
    };
  }
}
