package io.rrrspec.client.collect;

import java.util.Set;

/**
 * Names files that several workers have made under one path: {@code shots/a.png} of the worker w1
 * becomes {@code shots/a.w1.png}. If that name is taken, a number follows the worker's name.
 */
final class ClashName {
  private ClashName() {}

  /**
   * The path of one of them.
   *
   * @param part the name of the worker's part, see {@link
   *     io.rrrspec.common.store.CollectStore.Part}
   * @param taken paths that are in use
   */
  static String of(String path, String part, Set<String> taken) {
    int name = path.lastIndexOf('/') + 1;
    int dot = path.lastIndexOf('.');
    // A dot at the beginning of a name begins no ending.
    int end = dot > name ? dot : path.length();
    String beginning = path.substring(0, end) + "." + part;
    String ending = path.substring(end);
    String unique = beginning + ending;
    for (int number = 2; taken.contains(unique); number++) {
      unique = beginning + "." + number + ending;
    }
    return unique;
  }
}
