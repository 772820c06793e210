package io.rrrspec.client.remote;

import io.rrrspec.common.store.GenerationStore;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Generations of results that begin if the flow starts, and not before. */
final class NewGenerations {
  private final Map<String, String> byResult = new TreeMap<>();

  /** The generation that a result is to have. */
  String of(String result) {
    return byResult.computeIfAbsent(result, name -> UUID.randomUUID().toString());
  }

  /** Begins all of them. */
  void begin(GenerationStore store) {
    byResult.forEach(store::begin);
  }
}
