package io.rrrspec.persister.viewer.page;

/**
 * Something that cannot be shown.
 *
 * @param status of HTTP
 * @param message one line that says why
 */
public record ErrorPage(int status, String message) {}
