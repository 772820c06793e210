package io.rrrspec.persister.viewer;

import io.rrrspec.persister.viewer.source.SourceLinks;

/**
 * What every page has in common.
 *
 * @param assets the files beside the pages
 * @param namespace which installation is shown
 * @param version of this program
 * @param wantsToken whether what changes something asks for the token
 * @param sources what frames of stack traces lead to
 */
public record PageContext(
    Assets assets, String namespace, String version, boolean wantsToken, SourceLinks sources) {}
