/** How texts and figures are put on a page. Nothing here trusts what tests have written. */
@NullMarked
package io.rrrspec.persister.viewer.text;

import org.jspecify.annotations.NullMarked;
