package io.rrrspec.common.collect;

/**
 * A file that a run has made or changed.
 *
 * @param path relative, with slashes
 * @param bytes its size
 */
public record MadeFile(String path, long bytes) {}
