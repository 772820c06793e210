package io.rrrspec.persister.record.row;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * A long text, compressed, on its way into a column. An empty text is stored as NULL: most trials
 * print nothing.
 */
public final class Blob implements Argument {
  /** H2 takes no more than a megabyte that is not a stream. */
  private static final int MAX_BYTES_OF_H2 = 1 << 20;

  /** A row with three of them stays below 16 MB, the default of MariaDB's max_allowed_packet. */
  public static final int MOST_BYTES = 4 << 20;

  private final byte @Nullable [] bytes;

  private Blob(byte @Nullable [] bytes) {
    this.bytes = bytes;
  }

  /**
   * Compresses a text. Of one that is larger than {@link #MOST_BYTES} even so, the middle is left
   * out, and a line in its place says that.
   */
  public static Blob ofText(String text) {
    if (text.isEmpty()) {
      return new Blob(null);
    }
    Blob blob = compressed(text);
    int kept = text.length();
    while (blob.size() > MOST_BYTES) {
      kept = (int) Math.min(kept / 2, (long) kept * MOST_BYTES / blob.size());
      blob = compressed(withoutMiddle(text, kept));
    }
    return blob;
  }

  private static Blob compressed(String text) {
    // getBytes writes '?' for half a surrogate pair and never fails.
    return write(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String withoutMiddle(String text, int kept) {
    return text.substring(0, kept / 2)
        + "\n[... "
        + (text.length() - 2 * (kept / 2))
        + " characters left out: too long for the record ...]\n"
        + text.substring(text.length() - kept / 2);
  }

  /** Compresses what the writer writes. */
  public static Blob write(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new FastGzip(bytes)) {
      writer.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Blob(bytes.toByteArray());
  }

  /** A blob that is NULL. */
  public static Blob none() {
    return new Blob(null);
  }

  /** How many bytes go to the database. */
  public int size() {
    return bytes == null ? 0 : bytes.length;
  }

  @Override
  public void apply(int position, PreparedStatement statement, StatementContext context)
      throws SQLException {
    bind(position, statement);
  }

  /** Makes it a parameter. */
  public void bind(int position, PreparedStatement statement) throws SQLException {
    if (bytes == null) {
      statement.setNull(position, Types.BINARY);
    } else if (bytes.length < MAX_BYTES_OF_H2) {
      statement.setBytes(position, bytes);
    } else {
      statement.setBinaryStream(position, new ByteArrayInputStream(bytes), bytes.length);
    }
  }

  /** Reads a text that {@link #ofText} wrote; {@code ""} for NULL. */
  public static String readText(ResultSet row, String column) throws SQLException {
    try (InputStream in = open(row, column)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What {@link #write} wrote, decompressed; empty for NULL. */
  public static InputStream open(ResultSet row, String column) throws SQLException, IOException {
    InputStream in = row.getBinaryStream(column);
    return in == null ? InputStream.nullInputStream() : new GZIPInputStream(in);
  }

  /** Writes what is to be compressed. */
  @FunctionalInterface
  public interface Writer {
    /** Writes all of it; need not close the stream. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * At the fastest level: the verdict waits for it, and the output of tests is repetitive. One
   * deflater serves all blobs of a thread: making one costs as much as compressing a short text.
   */
  private static final class FastGzip extends DeflaterOutputStream {
    private static final ThreadLocal<Deflater> DEFLATER =
        ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_SPEED, true));

    /** RFC 1952: the magic number, deflate, no flags, no time, fastest, system unknown. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};

    private final CRC32 crc = new CRC32();

    FastGzip(OutputStream out) throws IOException {
      super(out, fresh(), 4096);
      out.write(HEADER);
    }

    private static Deflater fresh() {
      Deflater deflater = DEFLATER.get();
      deflater.reset();
      return deflater;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      super.write(bytes, offset, length);
      crc.update(bytes, offset, length);
    }

    @Override
    public void finish() throws IOException {
      if (!def.finished()) {
        super.finish();
        writeInt((int) crc.getValue());
        writeInt(def.getTotalIn());
      }
    }

    private void writeInt(int value) throws IOException {
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        out.write(value >>> shift);
      }
    }
  }
}
