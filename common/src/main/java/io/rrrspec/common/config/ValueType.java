package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What values of a setting look like.
 *
 * @param shown what to write, as it stands in documentation and messages: "a port, 0 to 65535"
 * @param reader turns what was written into a value
 */
public record ValueType<T>(String shown, Reader<T> reader) {

  /** Reads a value; what it does not like is an {@link IllegalArgumentException}. */
  @FunctionalInterface
  interface Reader<T> {
    T read(JsonNode written, ValueOrigin place);
  }

  T read(JsonNode written, ValueOrigin place) {
    return reader.read(written, place);
  }

  @Override
  public String toString() {
    return shown;
  }
}
