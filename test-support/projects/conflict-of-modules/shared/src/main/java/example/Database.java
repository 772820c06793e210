package example;

import java.nio.file.Files;
import java.nio.file.Path;

/** One user at a time: a file says who has it, and stays if its user is killed. */
public final class Database {
  private Database() {}

  public static void use(long millis) throws Exception {
    Path lock = Files.createFile(Path.of(System.getProperty("lock")));
    try {
      Thread.sleep(millis);
    } finally {
      Files.delete(lock);
    }
  }
}
