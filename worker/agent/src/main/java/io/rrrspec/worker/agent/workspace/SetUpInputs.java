package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.files.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** What a set-up is made from: while that is the same, it need not be made again. */
final class SetUpInputs {
  /** Changes when the same inputs are to be set up anew. */
  private static final String VERSION = "2";

  /** What the worker adds that differs from run to run without meaning anything to set-up. */
  private static final Set<String> EACH_RUN = Set.of("RRRSPEC_TASKSET_KEY", "RRRSPEC_SLAVE_FILE");

  private SetUpInputs() {}

  /**
   * A digest over all of them.
   *
   * @param received the files of the sources, in order
   */
  static String digest(WorkspaceRequest request, Workspace workspace, Set<String> received)
      throws IOException {
    MessageDigest digest = Sha256.begin();
    TreeMap<String, String> variables = new TreeMap<>(request.environment());
    variables.keySet().removeAll(EACH_RUN);
    for (String part :
        List.of(
            VERSION,
            ReceivedFilesDigest.of(workspace, received),
            request.taskset().setupCommand(),
            variables.toString(),
            WorkerEnvironment.lasting(System.getenv()).toString(),
            jdk(request),
            ourselves())) {
      digest.update((part.length() + ":" + part).getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The JDK of the worker, and that of the set-up. */
  static String jdk(WorkspaceRequest request) throws IOException {
    String javaHome =
        request
            .environment()
            .getOrDefault("JAVA_HOME", System.getenv().getOrDefault("JAVA_HOME", ""));
    return String.join(
        "\n",
        System.getProperty("java.home", ""),
        System.getProperty("java.version", ""),
        javaHome,
        release(javaHome));
  }

  /** A JDK may be replaced by another one in the same place. */
  private static String release(String javaHome) throws IOException {
    Path file = Path.of(javaHome, "release");
    return javaHome.isEmpty() || !Files.isReadable(file) ? "" : Files.readString(file);
  }

  /** What prepare writes is for the slaves of the same build. */
  private static String ourselves() throws IOException {
    String home = System.getProperty("rrrspec.home", "");
    Path lib = Path.of(home, "lib");
    return home.isEmpty() || !Files.isDirectory(lib) ? "" : home + Files.getLastModifiedTime(lib);
  }
}
