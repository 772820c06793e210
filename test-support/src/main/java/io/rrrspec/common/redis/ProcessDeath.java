package io.rrrspec.common.redis;

/** A process dies here, in the middle of what it does; an error, since nothing may catch it. */
public final class ProcessDeath extends Error {
  private static final long serialVersionUID = 1L;

  public ProcessDeath(String where) {
    super(where, null, false, false);
  }
}
