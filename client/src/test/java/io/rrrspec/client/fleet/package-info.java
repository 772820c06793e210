/** The client's commands against a real Redis, rsync, server and worker. */
@org.jspecify.annotations.NullMarked
package io.rrrspec.client.fleet;
