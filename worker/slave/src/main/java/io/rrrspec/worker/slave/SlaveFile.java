package io.rrrspec.worker.slave;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.json.PlainJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The private file by which a worker tells its slaves where Redis is. It holds the password, so
 * only its owner may read it; the environment would hand it on to the tests.
 *
 * @param redis the address, with the password
 * @param namespace what all keys begin with
 * @param worker the key of the worker
 * @param workerPid its process: a slave whose worker is gone ends itself
 * @param warm whether the slave serves one taskset after the other, each by a {@link Handover}
 */
public record SlaveFile(
    @JsonProperty("redis") URI redis,
    @JsonProperty("namespace") String namespace,
    @JsonProperty("worker") String worker,
    @JsonProperty("worker_pid") long workerPid,
    @JsonProperty("warm") boolean warm) {
  /** Of slaves that serve one taskset. */
  public SlaveFile(URI redis, String namespace, String worker, long workerPid) {
    this(redis, namespace, worker, workerPid, false);
  }

  /** Writes it so that nobody else can read it, also not for a moment. */
  public void write(Path file) {
    write(file, this);
  }

  static void write(Path file, Object content) {
    try {
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(file, LazyMapper.JSON.writeValueAsBytes(content));
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Reads it. */
  public static SlaveFile read(Path file) {
    try {
      PlainJson json = PlainJson.read(file);
      return new SlaveFile(
          URI.create(json.text("redis")),
          json.text("namespace"),
          json.text("worker"),
          json.number("worker_pid"),
          json.flag("warm"));
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(file, e);
    }
  }

  static <T> T read(Path file, Class<T> type) {
    try {
      return LazyMapper.JSON.readValue(file.toFile(), type);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static ServiceException unreadable(Path file, Exception e) {
    return new ServiceException("cannot read " + file + ": " + e.getMessage(), e);
  }
}
