package io.rrrspec.common.request;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.config.RequestJob.Kind;
import io.rrrspec.common.flow.JsonText;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Jobs that requests may name, and requests of them. */
public final class RequestExamples {
  public static final Instant START = Instant.parse("2026-03-04T05:06:07.089Z");

  /** A command, tried twice. */
  static final RequestJob BUILD =
      job(
          "build",
          Kind.COMMAND,
          "builds",
          2,
          "target: text",
          "times: optional number",
          "clean: optional boolean",
          "file: optional text");

  /** Of workers of other implementations. */
  static final RequestJob TEST =
      job("test", Kind.EXTERNAL, "boards", 2, "file: optional text", "n: optional number");

  static final RequestJob REPORT = job("report", Kind.EXTERNAL, "boards", 1);
  static final RequestJob PUBLISH = job("publish", Kind.COMMAND, null, 1);
  static final RequestJob NIGHTLY = job("nightly", Kind.FLOW, null, 1);

  public static final RequestJobs JOBS = jobs(BUILD, TEST, REPORT, PUBLISH, NIGHTLY);

  private RequestExamples() {}

  private static RequestJob job(
      String name, Kind kind, @Nullable String queue, int maxTrials, String... arguments) {
    Map<String, Argument> args = new LinkedHashMap<>();
    for (String argument : arguments) {
      int colon = argument.indexOf(": ");
      args.put(argument.substring(0, colon), Argument.parse(argument.substring(colon + 2)));
    }
    String text = kind == Kind.EXTERNAL ? "" : "/work";
    return new RequestJob(
        name, kind, text, null, queue, args, List.of("file"), false, maxTrials, 60);
  }

  static RequestJobs jobs(RequestJob... jobs) {
    return new RequestJobs(
        Arrays.stream(jobs).collect(Collectors.toMap(RequestJob::name, Function.identity())));
  }

  /** JSON with {@code '} for double quotes. */
  static JsonNode json(String text) {
    return JsonText.parse(text.replace('\'', '"'));
  }

  static ObjectNode object(String text) {
    return (ObjectNode) json(text);
  }

  static Instant at(int sec) {
    return START.plus(Duration.ofSeconds(sec));
  }

  /** A request of jobs with no arguments but those that they need; not enqueued. */
  public static Request asked(String id, String... names) {
    String list =
        Arrays.stream(names)
            .map(
                name ->
                    name.equals("build")
                        ? "{'name':'build','args':{'target':'all'}}"
                        : "{'name':'" + name + "'}")
            .collect(Collectors.joining(","));
    return RequestReader.asked(
        id,
        json("{'requester':'host','program':{'name':'p'},'run_list':[" + list + "]}"),
        JOBS,
        START);
  }

  /** The same, its first job enqueued: version 1. */
  public static Request queued(String... names) {
    return asked("r-1", names).enqueued(JOBS, START);
  }

  public static CurrentJob current(Request request) {
    return requireNonNull(request.current(), "no job");
  }

  /** Its external job is taken with the lease {@code L} and the number of the job. */
  static Request taken(Request request) {
    return request.taken("L" + current(request).number(), at(60), at(1));
  }

  /** Its external job runs. */
  static Request running(Request request) {
    Request taken = taken(request);
    return RequestEdit.part(
        taken,
        RequestParts.RUNNING_JOB,
        json("'" + current(taken).entry().name() + "'"),
        JOBS,
        lease(taken),
        at(2));
  }

  static @Nullable String lease(Request request) {
    CurrentJob job = request.current();
    return job == null ? null : job.lease();
  }

  static List<String> names(List<RequestEntry> entries) {
    return entries.stream().map(RequestEntry::name).toList();
  }
}
