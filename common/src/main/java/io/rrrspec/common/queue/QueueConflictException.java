package io.rrrspec.common.queue;

import io.rrrspec.common.UsageException;

/** Queues and jobs as they are now do not allow what was asked for; later they may. */
public final class QueueConflictException extends UsageException {
  private static final long serialVersionUID = 1L;

  public QueueConflictException(String message) {
    super(message);
  }
}
