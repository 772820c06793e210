package io.rrrspec.server;

import io.rrrspec.common.config.HttpJobSettings;
import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.http.AccessToken;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Daemon;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.service.MemberName;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.collect.CollectedSweep;
import io.rrrspec.server.dispatch.AdmissionSettings;
import io.rrrspec.server.flow.FlowOrders;
import io.rrrspec.server.flow.FlowService;
import io.rrrspec.server.flow.FlowStarts;
import io.rrrspec.server.http.HttpService;
import io.rrrspec.server.http.Observer;
import io.rrrspec.server.http.jobs.HttpJobs;
import io.rrrspec.server.jobs.ClientProgram;
import io.rrrspec.server.jobs.JobStarts;
import io.rrrspec.server.line.CommandPort;
import io.rrrspec.server.request.RequestService;
import io.rrrspec.server.request.Requests;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server as a process of its own: its actors in loops, and the HTTP port beside them. */
final class ServerService implements Daemon.Service {
  private static final Logger log = LoggerFactory.getLogger(ServerService.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  /**
   * Each actor may block on one, the observer needs two, one is for whoever stops, and HTTP jobs
   * need some.
   */
  private static final int CONNECTIONS = 26;

  /** The workers of the command port, and as many for requests over HTTP. */
  private static final int PORT_CONNECTIONS = 2 * CommandPort.WORKERS;

  private final SharedSettings shared;
  private final ServerSettings settings;
  private final RedisConnection redis;

  /** Of the ports: whoever asks much there takes no connection from the actors. */
  private final RedisConnection portsRedis;

  private final Keys keys;
  private final String id = MemberName.unique("server");
  private final Server server;
  private final HttpService http;
  private final CommandPort commandPort;
  private final JobStarts jobStarts;
  private final FlowStarts flowStarts;
  private final FlowService flows;
  private final RequestService requests;
  private final @Nullable HttpJobs httpJobs;
  private final List<Loop> loops = new CopyOnWriteArrayList<>();

  ServerService(Settings all) {
    this.shared = SharedSettings.of(all);
    this.settings = ServerSettings.of(all);
    AccessToken.requireBeyondLoopback(
        shared, "the command port and changes over http_port then ask for");
    this.redis = RedisConnection.open(shared.redis(), CONNECTIONS);
    this.keys = new Keys(shared.namespace());
    this.portsRedis = RedisConnection.openIdle(shared.redis(), PORT_CONNECTIONS);
    this.commandPort = new CommandPort(shared, settings, new Stores(portsRedis, keys));
    InstantSource clock = InstantSource.system();
    this.server = new Server(id, redis, keys, clock, admission());
    Observer observer = new Observer(new Stores(redis, keys).status(), () -> loops, clock);
    ClientProgram client =
        new ClientProgram(
            ClientProgram.ownLauncher(),
            shared.redis(),
            shared.namespace(),
            settings.flowNamespace());
    this.jobStarts =
        new JobStarts(keys.server(id), new Stores(redis, keys), settings.jobRoots(), client);
    FlowKeys flowKeys = FlowKeys.of(settings.flowNamespace(), keys);
    this.flowStarts = FlowStarts.of(new Stores(redis, keys), flowKeys, settings, client, clock);
    this.requests = new RequestService(new Stores(redis, keys), flowKeys, this::baseUrl, clock);
    this.flows =
        new FlowService(new Stores(redis, keys), flowKeys, flowStarts, requests.guest(), clock);
    this.httpJobs = httpJobs(HttpJobSettings.of(all));
    this.http =
        new HttpService(
            shared,
            new Stores(portsRedis, keys),
            flowOrders(flowKeys),
            new Requests(new Stores(portsRedis, keys), flowKeys, this::baseUrl, clock),
            observer,
            server.tally(),
            keys.server(id));
  }

  private String baseUrl() {
    return http.baseUrl();
  }

  private FlowOrders flowOrders(FlowKeys flowKeys) {
    return new FlowOrders(
        new Stores(portsRedis, keys).flows(flowKeys), settings.jobRoots(), InstantSource.system());
  }

  private @Nullable HttpJobs httpJobs(HttpJobSettings jobs) {
    Integer port = jobs.port();
    return port == null
        ? null
        : new HttpJobs(port, shared, jobs, new Stores(redis, keys), keys.notifyList(id));
  }

  private AdmissionSettings admission() {
    return new AdmissionSettings(
        Duration.ofSeconds(settings.reclaimAfterSec()),
        Duration.ofSeconds(settings.starveAfterSec()),
        settings.placement(),
        settings.jobTimeoutSec(),
        settings.jobModules());
  }

  /** So that jobs can be pushed by who has no settings of the server. */
  private void publishQueues() {
    QueueStore queues = new Stores(redis, keys).queues();
    queues.publishLimit(settings.queueLimit());
    Map<String, String> modules = new HashMap<>(settings.jobModules());
    if (!settings.jobRoots().isEmpty()) {
      modules.put(
          Job.JUNIT,
          settings.jobRoots().stream().map(Path::toString).collect(Collectors.joining("\n")));
    }
    queues.publishModules(modules);
    new Stores(redis, keys).requestJobs().publish(settings.requestJobs());
  }

  @Override
  public void start() {
    redis.check();
    // Before anybody is told of this server: a port that is taken ends it.
    http.start();
    commandPort.start();
    log.info("server {} uses {}, namespace {}", id, shared.redis(), keys.namespace());
    RsyncInfoPublisher rsyncInfo = new RsyncInfoPublisher(new Stores(redis, keys).rsyncInfo());
    rsyncInfo.publish(settings);
    publishQueues();
    new Stores(redis, keys).publishFlowKeys(FlowKeys.of(settings.flowNamespace(), keys));
    flowStarts.check();
    server.announce();
    http.ready();
    for (Actor actor : server.actors()) {
      loops.add(Loop.start(actor, LONGEST_WAIT));
    }
    loops.add(Loop.start(rsyncInfo, LONGEST_WAIT));
    loops.add(
        Loop.start(
            new CollectedSweep(new Stores(redis, keys), InstantSource.system()), LONGEST_WAIT));
    loops.add(Loop.start(jobStarts, LONGEST_WAIT));
    for (Actor actor : flows.actors()) {
      loops.add(Loop.start(actor, LONGEST_WAIT));
    }
    for (Actor actor : requests.actors()) {
      loops.add(Loop.start(actor, LONGEST_WAIT));
    }
    if (httpJobs != null) {
      for (Actor actor : httpJobs.actors()) {
        loops.add(Loop.start(actor, LONGEST_WAIT));
      }
      httpJobs.start();
    }
  }

  @Override
  public void stop() {
    if (httpJobs != null) {
      httpJobs.stop();
    }
    List<Loop> running = List.copyOf(loops);
    // The opposite of the order of starting: the heartbeat goes last, with what it vouches for.
    for (int i = running.size() - 1; i >= 0; i--) {
      running.get(i).close();
    }
    jobStarts.close();
    flows.close();
    try {
      long back = server.retire();
      log.info(
          "{} given back that {} taken and not done",
          back == 1 ? "1 message" : back + " messages",
          back == 1 ? "was" : "were");
    } catch (RuntimeException e) {
      // Without Redis there is nobody to tell; another server sees that this one is gone.
      log.warn("what this server holds is for another one to take over: {}", e.toString());
    }
  }

  @Override
  public void abort() {
    commandPort.close();
    if (httpJobs != null) {
      httpJobs.close();
    }
    http.close();
    portsRedis.close();
    redis.close();
  }
}
