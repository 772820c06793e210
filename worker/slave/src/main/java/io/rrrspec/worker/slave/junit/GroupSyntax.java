package io.rrrspec.worker.slave.junit;

/** How Surefire reads {@code groups} and {@code excludedGroups}, which depends on its provider. */
public enum GroupSyntax {
  /** JUnit Platform: a comma list of tag expressions, with {@code &}, {@code |} and {@code !}. */
  TAGS,
  /** JUnit 4: a {@link GroupExpression} of names of categories. */
  CATEGORIES,
  /** TestNG: a {@link GroupExpression} of patterns for the names of groups. */
  GROUPS
}
