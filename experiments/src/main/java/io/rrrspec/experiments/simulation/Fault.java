package io.rrrspec.experiments.simulation;

import java.util.Locale;

/** The kinds of misfortune. */
enum Fault {
  CALL_NEVER_ARRIVES,
  ANSWER_IS_LOST,
  CALL_IS_MADE_TWICE,
  STALLS,
  SLAVE_DIES,
  WORKER_DIES,
  WORKER_HOST_DIES,
  WORKER_IS_CUT_OFF,
  WORKER_FREEZES,
  WORKER_STOPS,
  WORKER_IS_ASKED_TO_LEAVE,
  SERVER_DIES,
  SERVER_FREEZES,
  SERVER_STOPS,
  PERSISTER_DIES,
  REDIS_RESTARTS,
  REDIS_IS_SILENT,
  REDIS_LOSES_WRITES,
  RUN_IS_CANCELLED,
  MESSAGE_COMES_TWICE,
  FOREIGN_SLAVE_POPS_AND_DIES,
  FOREIGN_SLAVE_DIES,
  FOREIGN_HOST_DIES;

  /** In words. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
