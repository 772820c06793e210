/** What is written at test classes: tags, categories, groups and resource locks. */
@NullMarked
package io.rrrspec.client.marks;

import org.jspecify.annotations.NullMarked;
