package com.example.pinned;

/** Where a class was loaded from. */
final class Origin {
  private Origin() {}

  /** The file name of its jar, printed as well. */
  static String jarOf(Class<?> type) {
    String path = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    String jar = path.substring(path.lastIndexOf('/') + 1);
    System.out.println(type.getName() + " comes from " + jar);
    return jar;
  }
}
