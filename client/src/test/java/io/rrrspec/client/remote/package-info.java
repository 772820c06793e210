@org.jspecify.annotations.NullMarked
package io.rrrspec.client.remote;
