package io.rrrspec.server.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Errors as tasks have them: an object with a name and a message. */
final class FlowErrors {
  private FlowErrors() {}

  static JsonNode of(Throwable e) {
    String message = e.getMessage();
    return of(message == null ? e.toString() : message);
  }

  static JsonNode of(String message) {
    return JsonNodeFactory.instance.objectNode().put("name", "Error").put("message", message);
  }
}
