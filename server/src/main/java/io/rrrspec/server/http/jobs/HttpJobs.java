package io.rrrspec.server.http.jobs;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.util.JavalinBindException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.HttpJobSettings;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.Listening;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.HttpExchange;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Header;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.store.HttpExchangeStore;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.JobStore.Caller;
import io.rrrspec.common.store.JobStore.Push;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.http.jobs.HttpCaller.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port on which each request becomes a job, whose answer goes back to the caller. */
public final class HttpJobs implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpJobs.class);
  private static final int NOT_FOUND = 404;
  private static final int TOO_LARGE = 413;
  private static final int UNAVAILABLE = 503;
  private static final int GATEWAY_TIMEOUT = 504;
  private static final int WRITERS = 4;
  private static final String SETTING = "http_jobs_port";

  private final int port;
  private final SharedSettings shared;
  private final HttpJobSettings settings;
  private final HttpRoutes routes;
  private final HttpAccess access;
  private final HttpCallers callers;
  private final JobStore jobs;
  private final HttpExchangeStore exchanges;
  private final Semaphore places;
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS, HttpJobs::thread);
  private final Javalin javalin;

  /**
   * Makes it; {@link #start} opens the port.
   *
   * @param port 0 takes a free one
   * @param notifyList a list in Redis of this server alone
   */
  public HttpJobs(
      int port, SharedSettings shared, HttpJobSettings settings, Stores stores, String notifyList) {
    this.port = port;
    this.shared = shared;
    this.settings = settings;
    this.routes = new HttpRoutes(settings.routes());
    this.access = new HttpAccess(shared);
    this.callers = new HttpCallers(notifyList, stores);
    this.jobs = stores.jobs();
    this.exchanges = stores.httpExchanges();
    this.places = new Semaphore(settings.mostWaiting());
    this.javalin = Javalin.create(this::configure);
  }

  private static Thread thread(Runnable body) {
    Thread thread = new Thread(body, "http-job-answers");
    thread.setDaemon(true);
    return thread;
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.routes.before(access::admit);
    Handler serve = this::serve;
    config.routes.get("/*", serve);
    config.routes.head("/*", serve);
    config.routes.post("/*", serve);
    config.routes.put("/*", serve);
    config.routes.patch("/*", serve);
    config.routes.delete("/*", serve);
    config.routes.options("/*", serve);
  }

  /** What its loops repeat. */
  public List<Actor> actors() {
    return List.of(callers, new GoneCallers(callers, javalin::port));
  }

  /**
   * Opens the port.
   *
   * @throws io.rrrspec.common.ServiceException if it cannot be had
   */
  public void start() {
    Listening.require(shared.bind(), port, SETTING);
    try {
      javalin.start(shared.bind(), port);
    } catch (JavalinBindException e) {
      throw Listening.failed(shared.bind(), port, SETTING, e);
    }
    log.info("HTTP jobs are taken at http://{}:{}", shared.bind(), javalin.port());
  }

  private void serve(Context ctx) throws IOException {
    HttpRoutes.Target target =
        routes.find(ctx.req().getRequestURI(), ctx.req().getQueryString()).orElse(null);
    if (target == null) {
      write(ctx, HttpCaller.plain(NOT_FOUND, "no route in http_jobs begins this path"));
      return;
    }
    byte[] body;
    try (InputStream in = ctx.req().getInputStream()) {
      body = in.readNBytes(HttpExchange.MOST_BODY + 1);
    }
    if (body.length > HttpExchange.MOST_BODY) {
      String line = "the body is longer than " + HttpExchange.MOST_BODY + " bytes";
      write(ctx, HttpCaller.plain(TOO_LARGE, line));
      return;
    }
    if (!places.tryAcquire()) {
      busy(ctx, settings.mostWaiting() + " requests wait already (http_jobs_waiting)");
      return;
    }
    HttpCaller caller =
        new HttpCaller(
            jobs.newTaskset(),
            new InetSocketAddress(ctx.req().getRemoteAddr(), ctx.req().getRemotePort()),
            new CompletableFuture<>());
    callers.add(caller);
    Request request = new Request(ctx.req().getMethod(), target.url(), headers(ctx), body);
    long number;
    try {
      number = push(target, request, caller.taskset());
    } catch (UsageException e) {
      end(caller);
      busy(ctx, String.valueOf(e.getMessage()));
      return;
    } catch (RuntimeException e) {
      end(caller);
      throw e;
    }
    answerLater(ctx, caller, number);
  }

  private long push(HttpRoutes.Target target, Request request, String taskset) {
    // First: a worker may look for it as soon as there is a job.
    exchanges.request(taskset, request);
    Caller caller = new Caller(callers.notifyList(), settings.timeout());
    String text = request.method() + " " + request.url();
    return jobs.push(new Push(target.queue(), Job.HTTP, text, "http", null, caller), taskset)
        .number();
  }

  private void answerLater(Context ctx, HttpCaller caller, long number) {
    String late = "no answer within " + settings.timeout().toSeconds() + " s";
    CompletableFuture<Outcome> inTime =
        caller
            .answer()
            .completeOnTimeout(
                Outcome.givenUp(GATEWAY_TIMEOUT, late),
                settings.timeout().toMillis(),
                TimeUnit.MILLISECONDS);
    ctx.future(
        () ->
            inTime.thenAcceptAsync(
                outcome -> {
                  try {
                    write(ctx, outcome.answer());
                  } finally {
                    if (outcome.cancels()) {
                      jobs.cancel(number);
                    }
                    end(caller);
                  }
                },
                writers));
  }

  private void end(HttpCaller caller) {
    callers.remove(caller);
    places.release();
    exchanges.forget(caller.taskset());
  }

  private List<Header> headers(Context ctx) {
    List<Header> headers = new ArrayList<>();
    for (String name : Collections.list(ctx.req().getHeaderNames())) {
      if (!access.isForUs(ctx) || !name.equalsIgnoreCase("Authorization")) {
        Collections.list(ctx.req().getHeaders(name))
            .forEach(value -> headers.add(new Header(name, value)));
      }
    }
    return headers;
  }

  private static void busy(Context ctx, String line) {
    ctx.header("Retry-After", "1");
    write(ctx, HttpCaller.plain(UNAVAILABLE, line));
  }

  private static void write(Context ctx, Answer answer) {
    ctx.status(answer.status());
    for (Header header : answer.headers()) {
      // The length of what is written is known here; that of a body which was not fetched is not.
      if (!header.name().equalsIgnoreCase("Content-Length")) {
        if (header.name().equalsIgnoreCase("Content-Type")) {
          ctx.contentType(header.value());
        } else {
          ctx.res().addHeader(header.name(), header.value());
        }
      }
    }
    ctx.result(answer.body());
  }

  /** Ends the wait of all callers, and cancels their jobs. */
  public void stop() {
    callers
        .all()
        .forEach(
            caller ->
                caller.answer().complete(Outcome.givenUp(UNAVAILABLE, "the server is stopped")));
    writers.shutdown();
    try {
      if (!writers.awaitTermination(5, TimeUnit.SECONDS)) {
        log.warn("some callers were not told that this server is stopped");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
