package io.rrrspec.common.json;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A mapper for the classes that every slave loads and few use. Making a mapper and mapping a first
 * value takes a JVM that has just started 0.1 s of processor time; as a field of a class of its own
 * it is made when it is first used.
 */
public final class LazyMapper {
  /** With Jackson's defaults. */
  public static final ObjectMapper JSON = new ObjectMapper();

  private LazyMapper() {}
}
