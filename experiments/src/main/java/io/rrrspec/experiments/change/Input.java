package io.rrrspec.experiments.change;

import java.nio.file.Path;

/**
 * A file that decisions depend on.
 *
 * @param role what it is to the build
 */
record Input(Role role, Path file) {

  /** What a file is to the build. */
  enum Role {
    /** Of the project, and read by its build. */
    PROJECT,
    /** Of the project, and read by no build: prepare need not look at it, but a worker gets it. */
    DATA,
    /** In a directory beside the project whose files the build copies. */
    RESOURCE_OUTSIDE,
    /** A single file outside of the project. */
    OUTSIDE,
    /** Made by the build. */
    PRODUCT
  }

  /** Whether an operation on it has to be noticed by prepare, must not be, or may be. */
  Demand demand(Operation operation) {
    if (operation == Operation.TOUCH) {
      return Demand.ANY;
    }
    return switch (role) {
      case PROJECT -> Demand.CHANGED;
      case DATA -> Demand.ANY;
      case RESOURCE_OUTSIDE -> operation == Operation.PERMISSION ? Demand.ANY : Demand.CHANGED;
      case OUTSIDE ->
          switch (operation) {
            case ADD, ADD_HIDDEN, PERMISSION -> Demand.ANY;
            default -> Demand.CHANGED;
          };
      case PRODUCT ->
          switch (operation) {
            case DELETE, RENAME, CAPITALS, TO_DIRECTORY -> Demand.CHANGED;
            default -> Demand.ANY;
          };
    };
  }

  /** What a decision has to be. */
  enum Demand {
    CHANGED,
    UNCHANGED,
    ANY
  }
}
