package io.rrrspec.common.config;

import static io.rrrspec.common.config.SettingUser.CLIENT;
import static io.rrrspec.common.config.SettingUser.SERVER;
import static io.rrrspec.common.config.SettingUser.SHARED;
import static io.rrrspec.common.config.SettingUser.WORKER;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every key there is. docs/configuration.md is made from this table, and a test holds it to it. */
public final class SettingsTable {
  private static final List<Setting<?>> TABLE = new ArrayList<>();

  public static final Setting<RedisAddress> REDIS =
      key("redis", ValueTypes.REDIS, "Where Redis is, with user and password")
          .by(SHARED)
          .or("redis://127.0.0.1:6379")
          .secret()
          .connects()
          .add();
  static final Setting<Path> REDIS_PASSWORD_FILE =
      key(
              "redis_password_file",
              ValueTypes.PATH,
              "A file whose first line is the password of that user; it is read for each connection,"
                  + " so a new password needs no restart")
          .by(SHARED)
          .orElse("none; `redis` has the password")
          .connects()
          .add();
  static final Setting<Path> REDIS_CA_FILE =
      key(
              "redis_ca_file",
              ValueTypes.PATH,
              "Certificates of the CAs that may have signed that of a `rediss://` server, a PEM file")
          .by(SHARED)
          .orElse("the CAs that the JDK knows")
          .connects()
          .add();
  static final Setting<Path> REDIS_CERTIFICATE_FILE =
      key(
              "redis_certificate_file",
              ValueTypes.PATH,
              "Our certificate for a `rediss://` server that requires one, with its chain, a PEM file")
          .by(SHARED)
          .orElse("none")
          .connects()
          .add();
  static final Setting<Path> REDIS_KEY_FILE =
      key(
              "redis_key_file",
              ValueTypes.PATH,
              "Private key of that certificate, a PEM file (PKCS#8) without a password")
          .by(SHARED)
          .orElse("none")
          .connects()
          .add();
  public static final Setting<String> NAMESPACE =
      key("namespace", ValueTypes.NAME, "What every key in Redis starts with")
          .by(SHARED)
          .or("rrrspec")
          .add();
  public static final Setting<String> DATABASE_URL =
      key(
              "database_url",
              ValueTypes.JDBC,
              "Where finished runs are kept, with user and password; clients ask there for past"
                  + " runs")
          .by(SHARED)
          .orElse("an H2 file in `~/.local/share/rrrspec-java`")
          .secret()
          .connects()
          .add();
  public static final Setting<Integer> KEEP_RUNS =
      key(
              "keep_runs",
              ValueTypes.integer("a whole number", 0, 1_000_000_000),
              "So many finished runs of each `taskset_class` are kept, the newest; 0: all of them")
          .by(SHARED)
          .or("10000")
          .add();
  public static final Setting<Integer> KEEP_DAYS =
      key(
              "keep_days",
              ValueTypes.integer("days, a whole number", 0, 100_000),
              "Finished runs and requests are kept for so many days; 0: for ever")
          .by(SHARED)
          .or("365")
          .add();
  public static final Setting<Integer> HTTP_PORT =
      key("http_port", ValueTypes.PORT, "HTTP port of the server; 0 takes a free one")
          .by(SHARED)
          .or("8380")
          .connects()
          .add();
  public static final Setting<Integer> WEB_PORT =
      key("web_port", ValueTypes.PORT, "HTTP port of the viewer; 0 takes a free one")
          .by(SHARED)
          .or("3000")
          .connects()
          .add();
  public static final Setting<Integer> COMMAND_PORT =
      key(
              "command_port",
              ValueTypes.PORT,
              "TCP port of the server for queues and jobs; 0 takes a free one")
          .by(SHARED)
          .or("2691")
          .connects()
          .add();
  public static final Setting<String> BIND =
      key(
              "bind",
              ValueTypes.WORD,
              "The address that the ports listen on; on another than loopback, server and viewer"
                  + " require a `token`")
          .by(SHARED)
          .or("127.0.0.1")
          .connects()
          .add();
  public static final Setting<String> TOKEN =
      key(
              "token",
              ValueTypes.TEXT,
              "What a request that changes something has to bring, and each connection to `command_port`")
          .by(SHARED)
          .or("")
          .secret()
          .connects()
          .add();
  public static final Setting<URI> WEB_BASE =
      key(
              "web_base",
              ValueTypes.URL,
              "Where people reach the viewer, for links; if set to another host than loopback,"
                  + " other users of its machine may read the pages")
          .by(SHARED)
          .orElse("`http://127.0.0.1:` and `web_port`")
          .connects()
          .add();

  public static final Setting<String> EDITOR =
      key(
              "editor",
              ValueTypes.oneOf("none", "idea", "vscode"),
              "What the viewer's links at frames of stack traces open on the reader's machine:"
                  + " IntelliJ IDEA, Visual Studio Code, or nothing")
          .by(SHARED)
          .or("none")
          .add();
  public static final Setting<Path> EDITOR_ROOT =
      key(
              "editor_root",
              ValueTypes.PATH,
              "The directory of the project on the reader's machine, for these links")
          .by(SHARED)
          .orElse("with `run` the project, with `web` none: then there are no links")
          .add();

  public static final Setting<URI> SERVER_URL =
      key("server_url", ValueTypes.URL, "Where `request` reaches the server's `http_port`")
          .by(CLIENT)
          .orElse("`http://127.0.0.1:` and `http_port`")
          .connects()
          .add();
  public static final Setting<String> RSYNC_NAME =
      key("rsync_name", ValueTypes.NAME, "The directory of the sources below the rsync path")
          .by(CLIENT)
          .orElse("the login name")
          .option("--rsync-name")
          .add();
  public static final Setting<Path> PACKAGING_DIR =
      key("packaging_dir", ValueTypes.PATH, "The directory whose content is sent to the workers")
          .by(CLIENT)
          .or(".")
          .orElse("the current directory")
          .add();
  public static final Setting<SpecFiles> SPEC_FILES =
      key("spec_files", ValueTypes.SPEC_FILES, "The tasks of a run")
          .by(CLIENT)
          .orElse("what the project's build would run")
          .add();
  public static final Setting<String> RUNNER =
      key(
              "runner",
              ValueTypes.oneOf("junit", "command"),
              "What a task is: a test class, or a command line")
          .by(CLIENT)
          .or("junit")
          .add();
  public static final Setting<List<String>> EXECUTIONS =
      key(
              "executions",
              ValueTypes.LIST,
              "The executions of Surefire to run, by their ids; what is left out is named in a"
                  + " line")
          .by(CLIENT)
          .or("")
          .orElse("all that `mvn test` reaches")
          .add();
  public static final Setting<List<String>> IGNORE =
      key(
              "ignore",
              ValueTypes.IGNORED,
              "Settings of Surefire that are passed over with a warning where they would be"
                  + " refused: the run may then be green where `mvn test` is red")
          .by(CLIENT)
          .or("")
          .add();
  public static final Setting<String> MISSING_ENGINE =
      key(
              "missing_engine",
              ValueTypes.oneOf("warn", "fail"),
              "What becomes of a class with tests that no engine on the test class path runs, and"
                  + " that Surefire passes over without a word: it is listed as not run, or it"
                  + " fails")
          .by(CLIENT)
          .or("warn")
          .add();
  public static final Setting<String> ORDER_DEPENDENT =
      key(
              "order_dependent",
              ValueTypes.oneOf("warn", "fail", "ignore"),
              "What becomes of a class that failed after other classes in one JVM, passes alone and"
                  + " fails after them again: it is listed, or it fails; ignore: nobody looks, so"
                  + " that it has failed")
          .by(CLIENT)
          .or("warn")
          .add();
  public static final Setting<String> JVM =
      key(
              "jvm",
              ValueTypes.oneOf("auto", "as-is"),
              "How `run` starts test JVMs: as the project says, or with the serial collector, with"
                  + " or without C2, for the classes that take less processor time so ([speed.md](speed.md))")
          .by(CLIENT)
          .or("auto")
          .option("--jvm")
          .add();
  public static final Setting<String> SPLIT =
      key(
              "split",
              ValueTypes.AUTO_OR_OFF,
              "Whether classes that take longer than their share run in parts"
                  + " ([split.md](split.md))")
          .by(CLIENT)
          .or("auto")
          .option("--split")
          .add();
  public static final Setting<String> PLAIN =
      key(
              "plain",
              ValueTypes.AUTO_OR_OFF,
              "Whether a run on one machine may be plain, where the record says that this is faster"
                  + " ([speed.md](speed.md#plain-runs))")
          .by(CLIENT)
          .or("auto")
          .add();
  public static final Setting<String> COMPILER_PRIORITY =
      key(
              "compiler_priority",
              ValueTypes.oneOf("low", "normal"),
              "Whether the second compiler of test JVMs gives way to tests where both want a"
                  + " processor ([speed.md](speed.md#tests-before-their-compiler))")
          .by(CLIENT, WORKER)
          .or("low")
          .add();
  public static final Setting<List<String>> WHOLE =
      key(
              "whole",
              ValueTypes.LIST,
              "Patterns, as on the command line, of classes that always run whole")
          .by(CLIENT)
          .or("")
          .orElse("none")
          .add();
  public static final Setting<String> MODULE_ORDER =
      key(
              "module_order",
              ValueTypes.oneOf("fastest", "build", "changed"),
              "Which modules' tests start first: those with which the run ends soonest; those that"
                  + " others need; or those that changed since the last green run"
                  + " ([launches.md](launches.md#module-order))")
          .by(CLIENT)
          .or("fastest")
          .option("--module-order")
          .add();
  public static final Setting<List<String>> BUILD_ARGS =
      key(
              "build_args",
              ValueTypes.BUILD_ARGUMENTS,
              "Arguments for the project's Maven, such as `-Dname=value` or `-Pname`; what stands"
                  + " behind `--` on the command line is added to them")
          .by(CLIENT)
          .or("")
          .option("--")
          .sent()
          .add();
  public static final Setting<String> BUILD_PHASE =
      key(
              "build_phase",
              ValueTypes.oneOf("auto", "test", "package"),
              "How far Maven builds before the tests: to `test`; to `package` in all modules; or"
                  + " `auto`: to `package` in those modules only that others need as an artifact")
          .by(CLIENT)
          .or("auto")
          .option("--build-phase")
          .add();
  public static final Setting<String> INTEGRATION_TESTS =
      key(
              "integration_tests",
              ValueTypes.oneOf("false", "true"),
              "Whether the integration tests of Failsafe are run, too"
                  + " ([integration-tests.md](integration-tests.md))")
          .by(CLIENT)
          .or("false")
          .option("--integration-tests")
          .add();
  public static final Setting<Integer> JDK =
      key(
              "jdk",
              ValueTypes.integer("the version of a JDK, such as 17", 11, 999),
              "The JDK that runs the tests where the build names none (`jvm`, a toolchain of Maven)."
                  + " Only workers that have it serve the run")
          .by(CLIENT)
          .orElse("the JDK that Maven runs on")
          .option("--jdk")
          .add();
  public static final Setting<List<String>> JDKS =
      key(
              "jdks",
              ValueTypes.LIST,
              "Directories of JDKs, looked at before `JAVA_HOME`, variables such as"
                  + " `JAVA_HOME_11_X64`, `~/.m2/toolchains.xml` and `/usr/lib/jvm`")
          .by(CLIENT, WORKER)
          .or("")
          .orElse("those that are found")
          .add();
  public static final Setting<String> SETUP_COMMAND =
      key("setup_command", ValueTypes.TEXT, "Shell text that makes a workspace ready")
          .by(CLIENT)
          .or("rrrspec-java prepare")
          .sent()
          .add();
  public static final Setting<String> SETUP =
      key(
              "setup",
              ValueTypes.oneOf("changed", "always"),
              "When set-up runs: only after a change, or for every run")
          .by(CLIENT, WORKER)
          .or("changed")
          .add();
  public static final Setting<String> SETUP_ARTIFACT =
      key(
              "setup_artifact",
              ValueTypes.oneOf("true", "false"),
              "Whether the first worker that has run set-up gives its workspace to the other workers"
                  + " of the run, which fetch it in place of a set-up of their own")
          .by(CLIENT)
          .or("false")
          .add();
  public static final Setting<List<String>> REPEATABLE_PLUGINS =
      key(
              "repeatable_plugins",
              ValueTypes.PLUGINS,
              "Maven plugins and extensions whose effect depends on nothing but"
                  + " files and settings: they do not make every prepare ask Maven again")
          .by(CLIENT)
          .or("")
          .add();
  public static final Setting<String> SLAVE_COMMAND =
      key("slave_command", ValueTypes.WORD, "Shell text that starts a slave")
          .by(CLIENT)
          .or("rrrspec-java slave")
          .sent()
          .add();
  public static final Setting<String> WORKER_TYPE =
      key(
              "worker_type",
              ValueTypes.NAME,
              "Client: which workers may serve the run. Worker: which it is")
          .by(CLIENT, WORKER)
          .or("default")
          .option("--worker-type")
          .add();
  public static final Setting<String> TASKSET_CLASS =
      key("taskset_class", ValueTypes.TASKSET_CLASS, "The name under which estimates are kept")
          .by(CLIENT)
          .orElse("the name of `packaging_dir`; for `run` `group:artifact` of the project")
          .add();
  public static final Setting<Integer> MAX_WORKERS =
      key(
              "max_workers",
              ValueTypes.integer("a whole number", 1, 10_000),
              "At most so many workers serve a run at once")
          .by(CLIENT)
          .or("10")
          .option("--max-workers")
          .add();
  public static final Setting<Integer> MAX_TRIALS =
      key(
              "max_trials",
              ValueTypes.integer("a whole number", 1, 100),
              "After this number of bad trials a task has failed. A later trial is good only if all"
                  + " tests that failed before have passed in it")
          .by(CLIENT)
          .orElse("`rerunFailingTestsCount` of the project's Surefire + 1, else 1")
          .option("--max-trials")
          .add();
  public static final Setting<Integer> MAX_RETRIES_TOTAL =
      key(
              "max_retries_total",
              ValueTypes.integer("a whole number", 0, 1_000_000),
              "So many bad trials of a whole run are followed by another one; after that each"
                  + " decides its task at once. It bounds what a broken build costs")
          .by(CLIENT)
          .orElse("a tenth of the tasks, at least `20`")
          .add();
  public static final Setting<Integer> FAIL_FAST =
      key(
              "fail_fast",
              ValueTypes.integer("a whole number", 1, 1_000_000),
              "After this number of failed tasks nothing of the run begins any more. What runs then"
                  + " runs to its end, without retries")
          .by(CLIENT)
          .orElse("none; all tasks are run")
          .option("--fail-fast")
          .add();
  public static final Setting<Integer> UNKNOWN_SPEC_TIMEOUT_SEC =
      key(
              "unknown_spec_timeout_sec",
              ValueTypes.integer("seconds", 1, 1_000_000),
              "Time-out of a task that nobody has an estimate for")
          .by(CLIENT)
          .orElse("`300`; for `run` `3600`")
          .add();
  public static final Setting<Integer> LEAST_TIMEOUT_SEC =
      key(
              "least_timeout_sec",
              ValueTypes.integer("seconds", 1, 1_000_000),
              "No time-out is shorter, however short the estimate")
          .by(CLIENT)
          .orElse("`30`; for `run` `300`")
          .add();
  public static final Setting<String> QUEUE =
      key("queue", ValueTypes.NAME, "The queue that a run is served from")
          .by(CLIENT)
          .orElse("none; it is served like those of the queue `default`")
          .option("--queue")
          .add();
  public static final Setting<String> IDENTITY =
      key(
              "identity",
              ValueTypes.WORD,
              "What makes two runs the same in a queue of the discipline `set`: the second one is"
                  + " taken for the first")
          .by(CLIENT)
          .orElse("none; each run is one of its own")
          .option("--identity")
          .add();
  public static final Setting<Map<String, TestResource>> RESOURCES =
      key(
              "resources",
              ValueTypes.RESOURCES,
              "What tests share, such as a database: at most `limit` classes that need it run at"
                  + " once ([resources](resources.md))")
          .by(CLIENT)
          .or("")
          .orElse("none")
          .add();
  public static final Setting<List<String>> ISOLATED =
      key(
              "isolated",
              ValueTypes.LIST,
              "Patterns of the classes that run alone on their host, besides those with `@Isolated`"
                  + " of JUnit ([resources](resources.md#isolated-classes))")
          .by(CLIENT)
          .or("")
          .orElse("none")
          .add();
  public static final Setting<List<String>> COLLECT =
      key(
              "collect",
              ValueTypes.PATH_GLOBS,
              "Which files that a run has made or changed come back to the directory of the sources,"
                  + " such as `**/target/jacoco*.exec`; those of JaCoCo are merged")
          .by(CLIENT)
          .or("")
          .option("--collect")
          .add();
  public static final Setting<Integer> COLLECT_MAX_FILES =
      key(
              "collect_max_files",
              ValueTypes.integer("a whole number", 1, 100_000),
              "So many files of `collect` come back from a run at most")
          .by(CLIENT)
          .or("10000")
          .add();
  public static final Setting<Integer> COLLECT_MAX_MB =
      key(
              "collect_max_mb",
              ValueTypes.integer("megabytes, a whole number", 1, 100_000),
              "So large are the files of `collect` of a run together at most")
          .by(CLIENT)
          .or("500")
          .add();
  public static final Setting<Map<String, String>> ENV =
      key("env", ValueTypes.VARIABLES, "Variables for set-up and tests")
          .by(CLIENT)
          .or("")
          .sent()
          .add();

  public static final Setting<String> RSYNC_REMOTE_PATH =
      key(
              "rsync_remote_path",
              ValueTypes.WORD,
              "Where clients put sources and workers fetch them, as rsync writes it:"
                  + " `host:/path`. A worker's own value wins over the server's")
          .by(SERVER, WORKER)
          .orElse("none")
          .connects()
          .add();
  public static final Setting<String> RSYNC_OPTIONS =
      key(
              "rsync_options",
              ValueTypes.TEXT,
              "Options for rsync, with blanks between. A worker's own value wins over the server's")
          .by(SERVER, WORKER)
          .or("--recursive --links --perms --times --compress")
          .connects()
          .add();

  public static final Setting<Integer> QUEUE_LIMIT =
      key(
              "queue_limit",
              ValueTypes.integer("jobs, a whole number", 1, 1_000_000),
              "So many jobs wait in one queue at most; a push beyond that is refused")
          .by(SERVER)
          .or("100000")
          .add();
  public static final Setting<Integer> RECLAIM_AFTER_SEC =
      key(
              "reclaim_after_sec",
              ValueTypes.integer("seconds", 1, 86_400),
              "So long a queue waits with fewer workers than it is guaranteed before it gets one"
                  + " back from a queue that has borrowed it")
          .by(SERVER)
          .or("5")
          .add();
  public static final Setting<Integer> STARVE_AFTER_SEC =
      key(
              "starve_after_sec",
              ValueTypes.integer("seconds", 1, 86_400),
              "So long a queue of a strict group waits before it is served first once")
          .by(SERVER)
          .or("300")
          .add();
  public static final Setting<String> PLACEMENT =
      key(
              "placement",
              ValueTypes.oneOf("true", "false"),
              "Whether runs go to those idle workers first that have their workspace")
          .by(SERVER)
          .or("true")
          .add();
  public static final Setting<Integer> JOB_TIMEOUT_SEC =
      key(
              "job_timeout_sec",
              ValueTypes.integer("seconds", 1, 1_000_000),
              "After so long a job is ended, and has failed")
          .by(SERVER)
          .or("3600")
          .add();
  public static final Setting<Map<String, String>> JOB_MODULES =
      key(
              "job_modules",
              ValueTypes.MODULES,
              "Modules of jobs: a command line each, in which `{job}` is the job, as one word")
          .by(SERVER)
          .or("")
          .connects()
          .add();
  public static final Setting<List<String>> JOB_ROOTS =
      key(
              "job_roots",
              ValueTypes.LIST,
              "The directories of the server below which jobs of the module `junit` may be")
          .by(SERVER)
          .or("")
          .orElse("none; there are no such jobs")
          .connects()
          .add();
  public static final Setting<String> FLOW_NAMESPACE =
      key(
              "flow_namespace",
              ValueTypes.WORD,
              "What the names of the keys of flows begin with. Node programs that share them have"
                  + " the same as `ns`")
          .by(SHARED)
          .orElse("the namespace and `:flow:`")
          .add();
  public static final Setting<Map<String, FlowSchedule>> SCHEDULE =
      key(
              "schedule",
              ValueTypes.SCHEDULE,
              "Flows that are started at times: names with `cron`, `flow` and, if they are needed,"
                  + " `zone`, `sources`, `variables` and `missed`")
          .by(SERVER)
          .or("")
          .connects()
          .add();
  static final Setting<Map<String, RequestJobEntry>> REQUEST_JOBS =
      key(
              "request_jobs",
              ValueTypes.REQUEST_JOBS,
              "Jobs that requests may name, each with `command`, `module`, `taskset`, `tests`, `flow`"
                  + " or `external` and, if they are needed, `args`, `outputs`, `queue`,"
                  + " `cacheable`, `max_trials`, `timeout_sec` and, for a flow, `sources`")
          .by(SERVER)
          .or("")
          .connects()
          .add();
  public static final Setting<Path> COMMAND_PORT_TLS_CERT =
      key(
              "command_port_tls_cert",
              ValueTypes.PATH,
              "Certificate chain of `command_port`, a PEM file; the port then speaks TLS")
          .by(SERVER)
          .orElse("none; the port speaks plain TCP")
          .connects()
          .add();
  public static final Setting<Path> COMMAND_PORT_TLS_KEY =
      key(
              "command_port_tls_key",
              ValueTypes.PATH,
              "Private key of that certificate, a PEM file (PKCS#8) without a password")
          .by(SERVER)
          .orElse("none")
          .connects()
          .add();
  public static final Setting<Integer> HTTP_JOBS_PORT =
      key(
              "http_jobs_port",
              ValueTypes.PORT,
              "HTTP port on which each request becomes a job; 0 takes a free one")
          .by(SERVER)
          .orElse("none; there is no such port")
          .connects()
          .add();
  public static final Setting<Map<String, HttpJobRoute>> HTTP_JOBS =
      key(
              "http_jobs",
              ValueTypes.HTTP_ROUTES,
              "Which requests to `http_jobs_port` go where, by the beginning of their path")
          .by(SERVER)
          .or("")
          .connects()
          .add();
  public static final Setting<Integer> HTTP_JOBS_WAITING =
      key(
              "http_jobs_waiting",
              ValueTypes.integer("requests, a whole number", 1, 10_000),
              "So many requests wait for their answers at most; one more is refused with 503")
          .by(SERVER)
          .or("100")
          .add();
  public static final Setting<Integer> HTTP_JOBS_TIMEOUT_SEC =
      key(
              "http_jobs_timeout_sec",
              ValueTypes.integer("seconds", 1, 3_600),
              "A request that is not answered in this time gets 504, and its job is cancelled")
          .by(SERVER)
          .or("30")
          .add();

  public static final Setting<String> WORKER_NAME =
      key("worker_name", ValueTypes.NAME, "What the worker is called; unique in a namespace")
          .by(WORKER)
          .orElse("the host name")
          .option("--name")
          .add();
  public static final Setting<SlaveNumber> SLAVES =
      key(
              "slaves",
              ValueTypes.slaveNumber(1_024),
              "How many slaves it runs at once; `auto`: one for each processor, and more while"
                  + " processors are idle and memory is free")
          .by(WORKER)
          .orElse("the number of processors; for `run`, `auto`")
          .option("--slaves")
          .add();
  public static final Setting<Path> WORKING_DIR =
      key("working_dir", ValueTypes.PATH, "The directory of its workspaces")
          .by(WORKER)
          .orElse("`~/.local/share/rrrspec-java/work`")
          .option("--working-dir")
          .add();
  public static final Setting<Integer> DISK_LIMIT_GB =
      key(
              "disk_limit_gb",
              ValueTypes.integer("gigabytes, a whole number", 1, 1_000_000),
              "Before a sync, workspaces that were not used for the longest time are removed until"
                  + " `working_dir` takes no more than this")
          .by(WORKER)
          .orElse("none; only while less than 5 % of the disk is free")
          .add();
  public static final Setting<Integer> ARTIFACT_CACHE_GB =
      key(
              "artifact_cache_gb",
              ValueTypes.integer("gigabytes, a whole number", 0, 1_000_000),
              "What the worker keeps of packed workspaces and of the outputs of jobs, for itself and"
                  + " other workers; 0: nothing")
          .by(WORKER)
          .or("10")
          .add();
  public static final Setting<Integer> ARTIFACT_PORT =
      key(
              "artifact_port",
              ValueTypes.PORT,
              "The port where other workers fetch them, on the address `bind`; 0 takes a free one."
                  + " It is opened when the worker has something to give")
          .by(WORKER)
          .or("0")
          .connects()
          .add();
  public static final Setting<String> ARTIFACT_HOST =
      key("artifact_host", ValueTypes.WORD, "The name or address by which other workers reach it")
          .by(WORKER)
          .orElse("`bind`; the host name if that is `0.0.0.0`")
          .connects()
          .add();
  public static final Setting<List<String>> SLAVE_CONFIG_FILES =
      key(
              "slave_config_files",
              ValueTypes.LIST,
              "Ruby files that slaves of Ruby rrrspec read: RRRSPEC_CONFIG_FILES")
          .by(WORKER)
          .or("")
          .connects()
          .add();

  private SettingsTable() {}

  /** All of them, in the order of the documentation. */
  public static List<Setting<?>> all() {
    return Collections.unmodifiableList(TABLE);
  }

  /** The keys, in the same order. */
  static List<String> keys() {
    return TABLE.stream().<String>map(Setting::key).toList();
  }

  /** The setting with this key, or null. */
  static @Nullable Setting<?> byKey(String key) {
    return TABLE.stream().filter(setting -> setting.key().equals(key)).findFirst().orElse(null);
  }

  private static <T> SettingBuilder<T> key(String key, ValueType<T> type, String description) {
    return new SettingBuilder<>(TABLE, key, type, description);
  }
}
