package example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

public class Session implements LauncherSessionListener {
  @Override
  public void launcherSessionClosed(LauncherSession session) {
    try {
      Files.writeString(Path.of("session.txt"), "closed");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
