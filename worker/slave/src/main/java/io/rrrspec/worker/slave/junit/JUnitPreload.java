package io.rrrspec.worker.slave.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Has JUnit run a test, so that what it loads on the way is there for an archive of classes. */
public final class JUnitPreload {
  private JUnitPreload() {}

  /**
   * Runs it.
   *
   * @throws LinkageError if there is no JUnit, or one in which something else has another name
   */
  public static void run() {
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(Example.class))
                  .build(),
              new SummaryGeneratingListener());
    }
  }

  /** Nothing but what nearly every class has. */
  static final class Example {
    @BeforeEach
    void before() {}

    @Test
    void passes() {}
  }
}
