package io.rrrspec.experiments.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Counts the warnings of the programs in this process, in place of their log. */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Map<String, Integer> lines = new HashMap<>();
  private final Logger root;
  private final List<Appender<ILoggingEvent>> others = new ArrayList<>();
  private @Nullable String traced;

  private LogWatch(Logger root) {
    this.root = root;
  }

  /** Takes the log of this process. */
  static LogWatch begin() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    LogWatch watch = new LogWatch(root);
    root.iteratorForAppenders().forEachRemaining(watch.others::add);
    watch.others.forEach(root::detachAppender);
    watch.setContext(context);
    watch.start();
    root.addAppender(watch);
    return watch;
  }

  @Override
  protected synchronized void append(ILoggingEvent event) {
    String template = event.getLoggerName() + ": " + event.getMessage();
    lines.merge(template, 1, Integer::sum);
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null && traced == null) {
      StringBuilder text = new StringBuilder(template + ": " + thrown.getClassName());
      text.append(": ").append(thrown.getMessage());
      for (int i = 0; i < Math.min(12, thrown.getStackTraceElementProxyArray().length); i++) {
        text.append('\n').append(thrown.getStackTraceElementProxyArray()[i].getSTEAsString());
      }
      traced = text.toString();
    }
  }

  /**
   * Forgets what was logged, and throws if it was too much.
   *
   * @param most how often a line may be there at most, by its logger and its text without values
   */
  synchronized void requireFew(ToIntFunction<String> most) {
    String trace = traced;
    Map<String, Integer> counted = new HashMap<>(lines);
    forget();
    Harm.unless(trace == null, "the log has a trace: " + trace);
    counted.forEach(
        (line, count) ->
            Harm.unless(
                count <= most.applyAsInt(line),
                "the log says over and over (" + count + "): " + line));
  }

  /** Gives the log back. */
  @Override
  public void close() {
    root.detachAppender(this);
    others.forEach(root::addAppender);
  }

  /** Forgets what was logged. */
  synchronized void forget() {
    lines.clear();
    traced = null;
  }
}
