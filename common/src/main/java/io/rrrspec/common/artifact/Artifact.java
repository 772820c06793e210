package io.rrrspec.common.artifact;

import io.rrrspec.common.config.SafeName;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of artifacts: what a worker may hold, and others can be given work for.
 *
 * <p>Names of workspaces are what clients say of the sources that they sent. They decide only where
 * a run goes: the worker compares what it has received itself, whatever the name.
 */
public final class Artifact {
  private static final String WORKSPACE = "workspace-";
  private static final String SETUP = "setup-";
  private static final String PROJECT = "project-";
  private static final String RESULT = "result-";
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private Artifact() {}

  /**
   * A workspace that is set up for just these sources, set-up and variables.
   *
   * @param digest over all of them and the rsync_name, as SHA-256 in hexadecimal digits
   */
  public static String workspace(String digest) {
    return WORKSPACE + digest;
  }

  /**
   * A packed workspace: what others can unpack in place of a set-up of their own.
   *
   * @param digest over the workspace and all that set-up depends on beside it, as SHA-256 in
   *     hexadecimal digits
   */
  public static String setup(String digest) {
    return SETUP + digest;
  }

  /** Whether this is the name of a packed workspace; anything may stand in Redis. */
  public static boolean isSetup(@Nullable String name) {
    return hasDigest(name, SETUP);
  }

  /** Any state of the sources of one rsync_name; null if that is none. */
  public static @Nullable String project(String rsyncName) {
    String name = PROJECT + rsyncName;
    return SafeName.isSafe(rsyncName) && SafeName.isSafe(name) ? name : null;
  }

  /** The rsync_name of which this is any state; empty if it is something else. */
  public static Optional<String> projectOf(String name) {
    return name.startsWith(PROJECT) && SafeName.isSafe(name)
        ? Optional.of(name.substring(PROJECT.length()))
        : Optional.empty();
  }

  /** Whether this is the name of a workspace; anything may stand in Redis. */
  public static boolean isWorkspace(@Nullable String name) {
    return hasDigest(name, WORKSPACE);
  }

  /**
   * The declared outputs of a job with declared inputs.
   *
   * @param digest over everything that the outputs are made from, as SHA-256 in hexadecimal digits
   */
  public static String result(String digest) {
    return RESULT + digest;
  }

  /** Whether this is the name of a result; anything may stand in Redis. */
  public static boolean isResult(@Nullable String name) {
    return hasDigest(name, RESULT);
  }

  private static boolean hasDigest(@Nullable String name, String kind) {
    return name != null
        && name.startsWith(kind)
        && DIGEST.matcher(name.substring(kind.length())).matches();
  }
}
