package io.rrrspec.experiments.fuzz;

import java.util.List;

/** The routes of the ports, with what stands for a part in braces. */
final class Ports {
  private Ports() {}

  static List<String> viewerRoutes() {
    return List.of(
        "/",
        "/active",
        "/assets/{name}",
        "/flows",
        "/flows/now",
        "/flows/{flow}",
        "/flows/{flow}/now",
        "/history",
        "/queues",
        "/queues/now",
        "/requests",
        "/requests/now",
        "/requests/{request}",
        "/requests/{request}/now",
        "/runs/{id}",
        "/runs/{id}/classes",
        "/runs/{id}/failures",
        "/runs/{id}/log",
        "/runs/{id}/output",
        "/runs/{id}/status",
        "/runs/{id}/task",
        "/runs/{id}/timeline",
        "/runs/{id}/timeline/part",
        "/tests/changed",
        "/tests/failing",
        "/tests/slowest",
        "/tests/flaky",
        "/v2/flows/{flow}",
        "/v2/queues",
        "/v2/requests",
        "/v2/requests/{request}",
        "/v2/tasks/{task}/trials",
        "/v2/tasksets/actives",
        "/v2/tasksets/recents",
        "/v2/tasksets/{run}",
        "/v2/tasksets/{run}/log",
        "/v2/tasksets/{run}/modules",
        "/v2/tasksets/{run}/slaves",
        "/v2/tasksets/{run}/tasks",
        "/v2/tasksets/{run}/worker_logs",
        "/v2/trials/{trial}/outputs",
        "/workers",
        "/workers/now");
  }

  static List<String> viewerParameters() {
    return List.of(
        "page",
        "per_page",
        "show",
        "trial",
        "from",
        "to",
        "key",
        "test",
        "name",
        "user",
        "class",
        "status",
        "since",
        "until",
        "after",
        "of",
        "filter");
  }

  static List<String> serverRoutes() {
    return List.of(
        "/",
        "/metrics",
        "/flows",
        "/flows/{id}",
        "/flows/{id}/cancel",
        "/jobs/{id}",
        "/jobs/{id}/move",
        "/jobs/{id}/prefer",
        "/job",
        "/job/{queue}",
        "/job/{queue}/{id}",
        "/queues",
        "/queues/{name}",
        "/queues/{name}/jobs",
        "/request",
        "/request/jobs",
        "/request/{id}",
        "/request/{id}/requester",
        "/request/{id}/run_list",
        "/request/{id}/ran_list",
        "/request/{id}/program",
        "/request/{id}/running_job",
        "/request/{id}/output",
        "/request/{id}/run_args",
        "/request/{id}/retry",
        "/request/{id}/cancel",
        "/request/{id}/events",
        "/request/{id}/{id}");
  }

  static List<String> serverParameters() {
    return List.of("state", "page", "size", "from", "count", "queue", "user", "wait", "force");
  }
}
