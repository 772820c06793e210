package io.rrrspec.server.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.ServiceUnavailableResponse;
import io.javalin.util.JavalinBindException;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.Hosts;
import io.rrrspec.common.http.Listening;
import io.rrrspec.common.process.HostName;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.flow.FlowOrders;
import io.rrrspec.server.request.Requests;
import io.rrrspec.server.tally.Tally;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP port of a server: {@code /healthz} and {@code /metrics}, which nobody needs a token for,
 * and queues, jobs, flows and requests, for those who may ({@link Access}).
 */
public final class HttpService implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpService.class);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  private final SharedSettings settings;
  private final Stores stores;
  private final FlowOrders flows;
  private final Requests requests;
  private final Observer observer;
  private final Health health;
  private final Metrics metrics;
  private final Hosts hosts;
  private final Javalin javalin;
  private volatile boolean ready;

  /**
   * Makes the service; {@link #start} opens its port, and {@link #ready} lets it answer.
   *
   * @param stores of queues and jobs
   * @param flows those that somebody asks for
   * @param requests those that somebody asks for
   * @param serverKey the key of this server, to tell what it leads
   */
  public HttpService(
      SharedSettings settings,
      Stores stores,
      FlowOrders flows,
      Requests requests,
      Observer observer,
      Tally tally,
      String serverKey) {
    this.settings = settings;
    this.stores = stores;
    this.flows = flows;
    this.requests = requests;
    this.observer = observer;
    this.health = new Health(stores.keys());
    this.metrics = new Metrics(observer, tally, serverKey);
    this.hosts = new Hosts(settings.bind(), HostName.ofThisHost(), settings.webBase());
    this.javalin = Javalin.create(this::configure);
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.routes.before(this::admit);
    config.routes.get("/healthz", this::healthz);
    config.routes.get("/metrics", ctx -> ctx.contentType(PROMETHEUS).result(metrics.scrape()));
    Access access = new Access(settings);
    new QueueRoutes(access, stores).register(config.routes);
    new JobRoutes(access, stores).register(config.routes);
    new FlowRoutes(access, flows).register(config.routes);
    new RequestRoutes(access, requests, new RequestEvents(requests)).register(config.routes);
    new OfferRoutes(access, requests).register(config.routes);
    JsonErrors.register(config);
  }

  /**
   * Opens the port; who asks before {@link #ready} is told to ask again.
   *
   * @throws io.rrrspec.common.ServiceException if it cannot be had
   */
  public void start() {
    String bind = settings.bind();
    Listening.require(bind, settings.httpPort(), "http_port");
    try {
      javalin.start(bind, settings.httpPort());
    } catch (JavalinBindException e) {
      throw Listening.failed(bind, settings.httpPort(), "http_port", e);
    }
    log.info("health and metrics are at http://{}:{}/healthz and /metrics", bind, port());
  }

  /** From now on it answers: what it goes by, such as the jobs of requests, is in Redis. */
  public void ready() {
    ready = true;
  }

  /** The port that it listens on. */
  public int port() {
    return javalin.port();
  }

  /** Where programs on other hosts reach it, without a slash at the end. */
  public String baseUrl() {
    String bind = settings.bind();
    boolean everywhere = bind.equals("0.0.0.0") || bind.equals("::");
    String host = everywhere ? HostName.ofThisHost() : bind.contains(":") ? "[" + bind + "]" : bind;
    return "http://" + host + ":" + port();
  }

  private void admit(Context ctx) {
    ctx.header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff");
    if (!hosts.areOurs(ctx.header("Host"))) {
      throw new ForbiddenResponse(
          "this server is not called that: ask it by its address, or by the host name in web_base");
    }
    if (!ready) {
      ctx.header("Retry-After", "1");
      throw new ServiceUnavailableResponse("this server is about to start: ask again in a second");
    }
  }

  private void healthz(Context ctx) {
    List<String> complaints = health.complaints(observer.look());
    ctx.contentType(TEXT);
    if (complaints.isEmpty()) {
      ctx.result("ok\n");
    } else {
      ctx.status(503).result(String.join("\n", complaints) + "\n");
    }
  }

  @Override
  public void close() {
    javalin.stop();
    observer.close();
  }
}
