package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

class ConfigurationFileTest {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final ConfigurationFile file = new ConfigurationFile();

  @TempDir Path directory;

  @AfterEach
  void putTheLoaderBack() {
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void isLookedForOnceAndReadForEachRequest() throws IOException {
    try (CountingLoader loader = new CountingLoader(directory)) {
      Thread.currentThread().setContextClassLoader(loader);
      write("first");
      assertThat(parameterOfARequest()).isEqualTo("first");
      int lookedFor = loader.lookedFor;
      assertThat(lookedFor).isPositive();
      write("second");

      assertThat(parameterOfARequest()).isEqualTo("second");
      assertThat(loader.lookedFor).isEqualTo(lookedFor);
      assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void isLookedForAgainThroughAnotherLoader() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(other.resolve("junit-platform.properties"), "from = another\n");
    write("first");
    try (CountingLoader loader = new CountingLoader(directory);
        CountingLoader second = new CountingLoader(other)) {
      Thread.currentThread().setContextClassLoader(loader);
      assertThat(parameterOfARequest()).isEqualTo("first");
      Thread.currentThread().setContextClassLoader(second);
      assertThat(parameterOfARequest()).isEqualTo("another");
    }
  }

  private void write(String value) throws IOException {
    Files.writeString(directory.resolve("junit-platform.properties"), "from = " + value + "\n");
  }

  private String parameterOfARequest() {
    return file.during(() -> LauncherDiscoveryRequestBuilder.request().build())
        .getConfigurationParameters()
        .get("from")
        .orElseThrow();
  }

  /** Of one directory alone, so that no other file of this name is found. */
  private static final class CountingLoader extends URLClassLoader {
    private int lookedFor;

    CountingLoader(Path directory) throws IOException {
      super(new URL[] {directory.toUri().toURL()}, null);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
      lookedFor++;
      return super.findResources(name);
    }
  }
}
