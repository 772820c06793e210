package io.rrrspec.worker.slave;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.Filter;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The project's own JUnit Platform, in one session for the life of the JVM: to find the engines and
 * their extensions costs far more than to run a class.
 */
final class TestLauncher implements AutoCloseable {
  private final JUnitSettings settings;
  private final MissingClass missing;
  private final Filter<?>[] filters;
  private @Nullable LauncherSession session;

  TestLauncher(JUnitSettings settings, MissingClass missing) {
    this.settings = settings;
    this.missing = missing;
    this.filters = filters(settings);
  }

  /**
   * Runs the tests of a class.
   *
   * @param candidates names, the first of which that is a class is meant
   * @return why it is an error although no test says so, in one line, or null
   */
  @Nullable String run(List<String> candidates, CaseRecorder recorder) throws Throwable {
    Class<?> type = find(candidates);
    if (type == null) {
      return missing.reason(candidates.get(0));
    }
    if (session == null) {
      session = LauncherFactory.openSession();
    }
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(type))
            .filters(filters)
            .configurationParameters(settings.configurationParameters())
            .build();
    session.getLauncher().execute(request, recorder);
    if (!recorder.foundTests() && !settings.filters() && TestClassCheck.hasTests(type)) {
      return "no engine of the JUnit Platform on the test class path runs the tests of "
          + type.getName();
    }
    return null;
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
  }

  private static @Nullable Class<?> find(List<String> candidates) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (String name : candidates) {
      try {
        // Without its static initializers: a failure of those belongs to its tests.
        return Class.forName(name, false, loader);
      } catch (ClassNotFoundException e) {
        // Then perhaps the next one.
      }
    }
    return null;
  }

  private static Filter<?>[] filters(JUnitSettings settings) {
    List<Filter<?>> filters = new ArrayList<>();
    if (!settings.groups().isEmpty()) {
      filters.add(TagFilter.includeTags(settings.groups()));
    }
    if (!settings.excludedGroups().isEmpty()) {
      filters.add(TagFilter.excludeTags(settings.excludedGroups()));
    }
    if (!settings.includedEngines().isEmpty()) {
      filters.add(EngineFilter.includeEngines(settings.includedEngines()));
    }
    if (!settings.excludedEngines().isEmpty()) {
      filters.add(EngineFilter.excludeEngines(settings.excludedEngines()));
    }
    return filters.toArray(new Filter<?>[0]);
  }
}
