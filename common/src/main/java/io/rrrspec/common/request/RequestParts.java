package io.rrrspec.common.request;

import java.util.List;

/** The parts of a request that can be read and written by themselves. */
public final class RequestParts {
  public static final String REQUESTER = "requester";
  public static final String WORKER = "worker";
  public static final String RUN_LIST = "run_list";
  public static final String RAN_LIST = "ran_list";
  public static final String PROGRAM = "program";
  public static final String RUNNING_JOB = "running_job";
  public static final String OUTPUT = "output";
  public static final String RUN_ARGS = "run_args";

  /** All of them. */
  public static final List<String> ALL =
      List.of(REQUESTER, WORKER, RUN_LIST, RAN_LIST, PROGRAM, RUNNING_JOB, OUTPUT, RUN_ARGS);

  /** What workers report: with the lease, once a job was offered again. */
  static final List<String> REPORTS =
      List.of(WORKER, RUN_LIST, RAN_LIST, RUNNING_JOB, OUTPUT, RUN_ARGS);

  private RequestParts() {}
}
