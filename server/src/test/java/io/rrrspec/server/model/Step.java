package io.rrrspec.server.model;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Something that may happen next.
 *
 * @param kind whether it has to happen some time
 * @param words what happens, for people
 * @param effect changes the world
 */
record Step(Kind kind, Supplier<String> words, Consumer<World> effect) {
  /** Whether a step that stays possible is taken at last. */
  enum Kind {
    /** Taken at last, if it stays possible. */
    FAIR,
    /** A test ends well. Fair as well, where every test does. */
    GOOD_TEST,
    /** A test ends badly. Fair as well, where every test does. */
    BAD_TEST,
    /** May never happen. */
    FAULT
  }
}
