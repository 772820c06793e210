package io.rrrspec.client.command;

import io.rrrspec.client.source.OrderChoice.Kind;
import java.util.Iterator;
import java.util.stream.Stream;

/** What a shell offers behind {@code --order}. */
final class OrderNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Stream.of(Kind.values()).map(Kind::text).iterator();
  }
}
