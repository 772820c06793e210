package io.rrrspec.worker.slave.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.common.process.BoundedText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Takes over the JVM's standard streams, once and for its life: logging frameworks keep the streams
 * that they found first, so it is what stands behind them that changes from trial to trial. Outside
 * of a trial, output goes where it went before. Standard input is empty.
 */
public final class OutputCapture {
  /** How many bytes of the beginning of a stream are kept, and as many of its end. */
  public static final int DEFAULT_HALF = 256 * 1024;

  private final int half;
  private final Switch outSwitch;
  private final Switch errSwitch;
  private final PrintStream out;
  private final PrintStream err;

  private OutputCapture(int half, PrintStream originalOut, PrintStream originalErr) {
    this.half = half;
    this.outSwitch = new Switch(originalOut);
    this.errSwitch = new Switch(originalErr);
    this.out = new Unclosable(outSwitch);
    this.err = new Unclosable(errSwitch);
  }

  /** Replaces the standard streams, with the default bounds. To be called once in a JVM. */
  public static OutputCapture install() {
    return install(DEFAULT_HALF);
  }

  /**
   * Replaces the standard streams. To be called once in a JVM.
   *
   * @param half how many bytes of the beginning of each stream to keep, and as many of its end
   */
  public static OutputCapture install(int half) {
    OutputCapture capture = new OutputCapture(half, System.out, System.err);
    boolean unused = capture.restoreStreams();
    return capture;
  }

  /**
   * Puts the streams back in place that tests have replaced, and an empty standard input.
   *
   * @return false if a SecurityManager refuses that
   */
  public boolean restoreStreams() {
    try {
      if (System.out != out) {
        System.setOut(out);
      }
      if (System.err != err) {
        System.setErr(err);
      }
      System.setIn(new ByteArrayInputStream(new byte[0]));
      return true;
    } catch (SecurityException e) {
      return false;
    }
  }

  /** From now on output belongs to a new trial. */
  public Captured begin() {
    Captured captured = new Captured(new BoundedText(half, half), new BoundedText(half, half));
    outSwitch.target = captured.stdout();
    errSwitch.target = captured.stderr();
    return captured;
  }

  /** From now on output belongs to no trial. */
  public void end() {
    outSwitch.target = outSwitch.original;
    errSwitch.target = errSwitch.original;
  }

  /**
   * The output of one trial; may be read while it is still written.
   *
   * @param stdout what was written to standard output
   * @param stderr what was written to standard error
   */
  public record Captured(BoundedText stdout, BoundedText stderr) {}

  /** A stream whose target changes while others keep a reference to it. */
  private static final class Switch extends OutputStream {
    private final OutputStream original;
    private volatile OutputStream target;

    Switch(OutputStream original) {
      this.original = original;
      this.target = original;
    }

    @Override
    public void write(int b) throws IOException {
      target.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      target.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      target.flush();
    }
  }

  /** A stream that survives a test which closes {@code System.out}. */
  private static final class Unclosable extends PrintStream {
    Unclosable(OutputStream target) {
      super(target, true, UTF_8);
    }

    @Override
    public void close() {
      flush();
    }
  }
}
