package io.rrrspec.worker.slave.jvm;

import com.sun.management.OperatingSystemMXBean;
import io.rrrspec.common.model.ProcessorTime;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells the processor time of this process and of the thread that made the clock; for that thread
 * only.
 *
 * <p>From /proc where there is one, in a few microseconds: JMX would cost each JVM 20 ms at its
 * start, and leaves out the processes that tests start. The files stay open, since a test may
 * install a SecurityManager that forbids to open them.
 */
public final class ProcessorClock implements Closeable {
  /** Linux shows times in hundredths of a second, whatever it counts in. */
  private static final long MILLIS_PER_TICK = 10;

  /** Of /proc/self/stat, behind the name of the program: utime, the first of four. */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;

  /** No place in the buffer. */
  private static final int NONE = -1;

  private final @Nullable RandomAccessFile process;
  private final @Nullable RandomAccessFile thread;
  private final byte[] buffer = new byte[1_024];

  private ProcessorClock(@Nullable RandomAccessFile process, @Nullable RandomAccessFile thread) {
    this.process = process;
    this.thread = thread;
  }

  /** Makes one of the calling thread. */
  public static ProcessorClock ofThisThread() {
    return new ProcessorClock(open("/proc/self/stat"), open("/proc/thread-self/schedstat"));
  }

  private static @Nullable RandomAccessFile open(String path) {
    try {
      return new RandomAccessFile(path, "r");
    } catch (IOException e) {
      // No Linux, or one without this file: JMX tells as well.
      return null;
    }
  }

  /** The processor time until now, since the start of process and thread. */
  public ProcessorTime read() {
    ProcessorTime ofThread = readThread();
    return new ProcessorTime(readProcess(), ofThread.thread(), ofThread.ready());
  }

  /** The processor time since an earlier {@link #read}. */
  public ProcessorTime since(ProcessorTime earlier) {
    ProcessorTime now = read();
    return new ProcessorTime(
        between(earlier.process(), now.process()),
        between(earlier.thread(), now.thread()),
        between(earlier.ready(), now.ready()));
  }

  private static @Nullable Duration between(@Nullable Duration from, @Nullable Duration to) {
    return from == null || to == null || to.compareTo(from) < 0 ? null : to.minus(from);
  }

  private @Nullable Duration readProcess() {
    if (process == null) {
      return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
          ? nanos(bean.getProcessCpuTime())
          : null;
    }
    int length = fill(process);
    int end = length - 1;
    // The name of the program may contain anything.
    while (end >= 0 && buffer[end] != ')') {
      end--;
    }
    int at = end < 0 ? NONE : field(FIRST_TIME + 1, end, length);
    long ticks = 0;
    for (int i = 0; i < TIMES; i++) {
      if (at == NONE) {
        return null;
      }
      ticks += number(at, length);
      at = field(1, at, length);
    }
    return Duration.ofMillis(ticks * MILLIS_PER_TICK);
  }

  private ProcessorTime readThread() {
    if (thread == null) {
      var bean = ManagementFactory.getThreadMXBean();
      return bean.isCurrentThreadCpuTimeSupported()
          ? new ProcessorTime(null, nanos(bean.getCurrentThreadCpuTime()), null)
          : ProcessorTime.UNKNOWN;
    }
    // On a processor, ready to run and on none, how often.
    int length = fill(thread);
    int ready = field(1, 0, length);
    return ready == NONE
        ? ProcessorTime.UNKNOWN
        : new ProcessorTime(null, nanos(number(0, length)), nanos(number(ready, length)));
  }

  private static @Nullable Duration nanos(long nanos) {
    return nanos < 0 ? null : Duration.ofNanos(nanos);
  }

  // Without texts: this is done twice for each class, mostly before its code is compiled.

  /** Where a field begins, so many blanks behind a place; {@link #NONE} if there is none. */
  private int field(int blanks, int from, int length) {
    int left = blanks;
    for (int at = from; at < length; at++) {
      if (buffer[at] == ' ' && --left == 0) {
        return at + 1;
      }
    }
    return NONE;
  }

  /** The number that begins at a place; 0 if none does. */
  private long number(int from, int length) {
    long number = 0;
    for (int at = from; at < length && buffer[at] >= '0' && buffer[at] <= '9'; at++) {
      number = number * 10 + buffer[at] - '0';
    }
    return number;
  }

  /** Reads a file into the buffer; returns how many bytes. */
  private int fill(RandomAccessFile file) {
    try {
      file.seek(0);
      return Math.max(0, file.read(buffer));
    } catch (IOException e) {
      // A test may have closed what it did not open: then nobody knows, and nothing else is wrong.
      return 0;
    }
  }

  @Override
  public void close() {
    close(process);
    close(thread);
  }

  private static void close(@Nullable RandomAccessFile file) {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        // It was only read.
        return;
      }
    }
  }
}
