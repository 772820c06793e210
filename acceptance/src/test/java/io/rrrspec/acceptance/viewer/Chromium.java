package io.rrrspec.acceptance.viewer;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The browser that is installed on this machine, one for all tests. Where there is none, the tests
 * are skipped, and fail in CI.
 */
public final class Chromium implements BeforeAllCallback {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String MISSING =
      "no browser is installed: one of " + NAMES + " has to be on the PATH";

  private static @Nullable Browser browser;

  @Override
  public void beforeAll(ExtensionContext context) {
    boolean there = executable().isPresent();
    if ("true".equals(System.getenv("CI")) && !there) {
      fail(MISSING);
    }
    assumeTrue(there, MISSING);
  }

  /** Starts it the first time. */
  static synchronized Browser browser() {
    Browser running = browser;
    if (running == null) {
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
      running =
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(executable().orElseThrow())
                      // Chromium's own sandbox refuses root.
                      .setChromiumSandbox(!"root".equals(System.getProperty("user.name"))));
      browser = running;
    }
    return running;
  }

  private static Optional<Path> executable() {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "" : path).split(File.pathSeparator))
        .flatMap(dir -> NAMES.stream().map(name -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
