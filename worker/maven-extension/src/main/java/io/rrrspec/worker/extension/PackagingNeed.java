package io.rrrspec.worker.extension;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Why a module is packaged.
 *
 * @param module that is packaged
 * @param why what is in its artifacts and not in its directories of classes, in a few words; null
 *     if it is packaged only because its jar goes into the artifact of the module that needs it
 * @param neededBy the module that needs it
 * @param withJavadoc whether its javadoc has to be made, too
 */
record PackagingNeed(
    MavenProject module, @Nullable String why, MavenProject neededBy, boolean withJavadoc) {

  /** As it is written down; null if nobody needs to know. */
  @Nullable Map<String, Object> facts() {
    if (why == null) {
      return null;
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("module", module.getArtifactId());
    facts.put("why", why);
    facts.put("neededBy", neededBy.getArtifactId());
    return facts;
  }

  PackagingNeed and(PackagingNeed other) {
    PackagingNeed told = why != null ? this : other;
    return new PackagingNeed(module, told.why, told.neededBy, withJavadoc || other.withJavadoc);
  }
}
