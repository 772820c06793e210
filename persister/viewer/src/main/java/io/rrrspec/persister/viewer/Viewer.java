package io.rrrspec.persister.viewer;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.router.EndpointNotFound;
import io.javalin.util.JavalinBindException;
import io.rrrspec.common.OutageException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.Version;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.Listening;
import io.rrrspec.common.queue.DamagedQueuesException;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.persister.viewer.api.ApiErrors;
import io.rrrspec.persister.viewer.api.ApiV2;
import io.rrrspec.persister.viewer.flow.Flows;
import io.rrrspec.persister.viewer.page.ActiveRuns;
import io.rrrspec.persister.viewer.page.ErrorPage;
import io.rrrspec.persister.viewer.page.FleetPage;
import io.rrrspec.persister.viewer.page.Overview;
import io.rrrspec.persister.viewer.page.WorkersPage;
import io.rrrspec.persister.viewer.queue.Queues;
import io.rrrspec.persister.viewer.request.Requests;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.run.RunViews;
import io.rrrspec.persister.viewer.source.SourceLinks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The viewer's port: pages for people, and routes for programs. */
public final class Viewer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Viewer.class);
  private static final String AWAY =
      "This cannot be shown now: Redis or the database does not answer.";

  private final @Nullable ServerSocketChannel listening;
  private final SharedSettings settings;
  private final Records records;
  private final AccessCheck admission;
  private final Assets assets = new Assets();
  private final Pages pages;
  private final RunViews views;
  private final RunFeed feed;
  private final Queues queues;
  private final Flows flows;
  private final Requests requests;
  private final Javalin javalin;

  /** Makes the service; {@link #start} opens its port. */
  public Viewer(SharedSettings settings, Records records) {
    this(settings, records, SourceLinks.NONE);
  }

  /** The same with links from stack traces to sources. */
  public Viewer(SharedSettings settings, Records records, SourceLinks sources) {
    this(null, settings, records, sources);
  }

  private Viewer(
      @Nullable ServerSocketChannel listening,
      SharedSettings settings,
      Records records,
      SourceLinks sources) {
    this.listening = listening;
    this.settings = settings;
    this.records = records;
    this.admission = new AccessCheck(settings);
    this.pages =
        new Pages(
            new PageContext(
                assets, settings.namespace(), Version.line(), admission.wantsToken(), sources));
    this.views = new RunViews(records);
    this.queues = new Queues(records, InstantSource.system());
    this.flows = new Flows(records, InstantSource.system());
    this.requests = new Requests(records, InstantSource.system());
    this.feed = new RunFeed(views, pages);
    this.javalin = Javalin.create(this::configure);
  }

  /**
   * The same on a port that is open already, where connections may wait.
   *
   * @param listening closed with the service
   */
  public static Viewer on(
      ServerSocketChannel listening,
      SharedSettings settings,
      Records records,
      SourceLinks sources) {
    return new Viewer(listening, settings, records, sources);
  }

  private void configure(JavalinConfig config) {
    if (listening != null) {
      config.jetty.addConnector((server, http) -> connector(server, http, listening));
    }
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.routes.before(admission::admit);
    config.routes.get("/assets/{name}", assets::serve);
    config.routes.get("/favicon.ico", ctx -> ctx.redirect(assets.url("icon.svg")));
    config.routes.get(
        "/", ctx -> pages.show(ctx, "overview", Overview.of(records, ctx::queryParam)));
    config.routes.get("/active", ctx -> pages.show(ctx, "active", ActiveRuns.of(records)));
    config.routes.get(
        "/workers", ctx -> pages.show(ctx, "workers", WorkersPage.of(records, Instant.now())));
    config.routes.get("/workers/now", ctx -> pages.show(ctx, "fleet", FleetPage.of(records)));
    new QueueRoutes(admission, records, queues, pages).register(config.routes);
    new FlowRoutes(admission, records, flows, pages).register(config.routes);
    new RequestRoutes(requests, pages).register(config.routes);
    new RunRoutes(views, flows, pages).register(config.routes);
    new QuarantineRoutes(admission, records, pages, InstantSource.system()).register(config.routes);
    new RecordRoutes(records.database(), pages).register(config.routes);
    config.routes.before("/runs/{id}/events", Viewer::requireEventStream);
    config.routes.get("/runs/{id}/events", feed::join);
    config.routes.post("/runs/{id}/cancel", new CancelRun(admission, records)::handle);
    new ApiV2(records, queues, flows).register(config.routes);
    config.routes.exception(HttpResponseException.class, this::refused);
    config.routes.exception(UsageException.class, (e, ctx) -> error(ctx, 400, e.getMessage()));
    config.routes.exception(Exception.class, this::failed);
    config.routes.exception(
        EndpointNotFound.class, (e, ctx) -> error(ctx, 404, "There is no such page."));
  }

  private static Connector connector(
      Server server, HttpConfiguration http, ServerSocketChannel listening) {
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    try {
      connector.open(listening);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return connector;
  }

  private static boolean hasNul(Context ctx) {
    boolean inQuery =
        ctx.queryParamMap().values().stream().flatMap(List::stream).anyMatch(Viewer::hasNul);
    return inQuery || hasNul(ctx.path()) || ctx.path().contains("%00");
  }

  private static boolean hasNul(String text) {
    return text.indexOf('\0') >= 0;
  }

  /** Javalin would answer anything else with nothing. */
  private static void requireEventStream(Context ctx) {
    String accept = ctx.header("Accept");
    if (accept == null || !accept.contains("text/event-stream")) {
      throw new HttpResponseException(
          406, "These are server-sent events: ask for them with Accept: text/event-stream.");
    }
  }

  private void refused(HttpResponseException e, Context ctx) {
    error(ctx, e.getStatus(), e.getMessage());
  }

  /** Redis or the database are away, or this is a defect: the log has it. */
  private void failed(Exception e, Context ctx) {
    if (hasNul(ctx)) {
      // PostgreSQL takes no query with one; elsewhere a name may have it.
      error(ctx, 400, "This address has a character 0 in it: follow a link to a page.");
      return;
    }
    if (e instanceof OutageException || Outage.isCauseOf(e)) {
      // A trace for each page that somebody opens meanwhile would say no more.
      log.warn("{} {} cannot be answered: {}", ctx.method(), ctx.path(), e.getMessage());
      Optional<String> right = Outage.missingRight(e);
      error(ctx, right.isPresent() ? 403 : 503, right.orElse(AWAY));
      return;
    }
    if (Damage.isCauseOf(e) || e instanceof DamagedQueuesException) {
      log.warn("{} {}: damaged in Redis: {}", ctx.method(), ctx.path(), e.getMessage());
      error(ctx, 409, "What this page shows is damaged in Redis: " + e.getMessage());
      return;
    }
    log.warn("{} {} failed: {}", ctx.method(), ctx.path(), e.toString(), e);
    error(ctx, 503, AWAY);
  }

  private void error(Context ctx, int status, @Nullable String message) {
    if (ApiErrors.concerns(ctx)) {
      ApiErrors.show(ctx, status, message == null ? "" : message);
      return;
    }
    ctx.status(status);
    pages.show(ctx, "error", new ErrorPage(status, message == null ? "" : message));
  }

  /**
   * Opens the port.
   *
   * @throws io.rrrspec.common.ServiceException if it cannot be had
   */
  public void start() {
    if (listening == null) {
      openPort();
    } else {
      javalin.start();
    }
    log.info("the viewer is at http://{}:{}/", settings.bind(), port());
  }

  private void openPort() {
    Listening.require(settings.bind(), settings.webPort(), "web_port");
    try {
      javalin.start(settings.bind(), settings.webPort());
    } catch (JavalinBindException e) {
      throw Listening.failed(settings.bind(), settings.webPort(), "web_port", e);
    }
  }

  /** The port that it listens on. */
  public int port() {
    return javalin.port();
  }

  @Override
  public void close() {
    javalin.stop();
    views.close();
  }
}
