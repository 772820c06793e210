package io.rrrspec.persister.viewer.api;

import org.jspecify.annotations.Nullable;

/**
 * What a run is called in answers. Tasks and trials are called after it, so that their ids are
 * unique and may stand in an address: {@code 12-3} and {@code 12-3-0}.
 *
 * @param number in the record, or null if it is not there
 * @param uuid what its key ends with: its name until it has a number
 */
record RunId(@Nullable Long number, String uuid) {

  /** A number if it has one, else a text. */
  Object json() {
    return number == null ? uuid : number;
  }

  /**
   * Of one of its tasks.
   *
   * @param taskNo its number in the run, from 1
   */
  String task(int taskNo) {
    return json() + "-" + taskNo;
  }

  /**
   * Of one of its trials.
   *
   * @param taskNo the number of its task, from 1
   * @param trialNo its number in the task, from 0
   */
  String trial(int taskNo, int trialNo) {
    return task(taskNo) + "-" + trialNo;
  }
}
