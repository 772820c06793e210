package io.rrrspec.worker.slave;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a worker hands to a slave that stays warm: the next taskset. It is a private file, whose
 * path is a line on the standard input of the slave; a line of any length could make the worker
 * wait.
 *
 * @param slave the id of the slave for this taskset: other than for the one before
 * @param taskset the key of the taskset
 * @param slaveFile the file beside which the slave notes what it runs
 * @param directory where commands run
 * @param environment all variables that commands get, and no others
 * @param token what the line begins with by which the slave says that it is done
 */
public record Handover(
    @JsonProperty("slave") String slave,
    @JsonProperty("taskset") String taskset,
    @JsonProperty("slave_file") Path slaveFile,
    @JsonProperty("directory") Path directory,
    @JsonProperty("environment") Map<String, String> environment,
    @JsonProperty("token") String token) {
  private static final String DONE = " done ";

  public Handover {
    environment = Map.copyOf(environment);
  }

  /** Writes it so that nobody else can read it. */
  public void write(Path file) {
    SlaveFile.write(file, this);
  }

  static Handover read(Path file) {
    return SlaveFile.read(file, Handover.class);
  }

  /** The line by which a slave says that it has served the taskset, and waits for another one. */
  String done() {
    return token + DONE + ProcessHandle.current().pid();
  }

  /** The process that says so in a line; 0 if the line is something else. */
  public static long saysDone(String line, String token) {
    String begin = token + DONE;
    String pid = line.startsWith(begin) ? line.substring(begin.length()).strip() : "";
    return pid.matches("[1-9][0-9]{0,9}") ? Long.parseLong(pid) : 0;
  }
}
