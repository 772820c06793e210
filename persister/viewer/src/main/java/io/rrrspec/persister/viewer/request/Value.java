package io.rrrspec.persister.viewer.request;

/**
 * A field of an object that somebody wrote.
 *
 * @param name empty: it is no field, but says something about the others, or is the value itself
 * @param text a text as it is, anything else as JSON; its beginning, if it is long
 */
public record Value(String name, String text) {}
