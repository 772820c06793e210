package io.rrrspec.persister.record.row;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Rows on their way into one table, sent together when they are many or big: so memory stays
 * bounded however many rows there are, and a packet stays below MySQL's max_allowed_packet.
 */
public final class Batch implements AutoCloseable {
  private static final int MAX_ROWS = 500;
  private static final int MAX_BYTES = 4 << 20;

  private final PreparedBatch batch;
  private int bytes;

  /** Begins an empty batch of one statement. */
  public Batch(Handle handle, String sql) {
    this.batch = handle.prepareBatch(sql);
  }

  /** Binds a compressed text of the row that is being put together. */
  public void bind(String name, Blob blob) {
    batch.bind(name, blob);
    bytes += blob.size();
  }

  /** The row that is being put together, to bind the rest. */
  public PreparedBatch row() {
    return batch;
  }

  /** Ends the row; returns whether it is time to {@link #send}. */
  public boolean add() {
    batch.add();
    return batch.size() >= MAX_ROWS || bytes >= MAX_BYTES;
  }

  /** Sends what is there. */
  public void send() {
    if (batch.size() > 0) {
      batch.execute();
    }
    bytes = 0;
  }

  @Override
  public void close() {
    batch.close();
  }
}
