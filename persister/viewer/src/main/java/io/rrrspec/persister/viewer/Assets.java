package io.rrrspec.persister.viewer;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** The files that pages need beside themselves. Their address changes with their content. */
public final class Assets {
  private static final String WEBJAR = "/META-INF/resources/webjars/htmx.org/";

  private final Map<String, Asset> byName = new LinkedHashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Asset(byte[] content, String type, String version) {}

  /** Reads them. */
  public Assets() {
    add("viewer.css", "viewer.css", "text/css; charset=utf-8");
    add("viewer.js", "viewer.js", "text/javascript; charset=utf-8");
    add("icon.svg", "icon.svg", "image/svg+xml");
    add("htmx.js", webjar("dist/htmx.min.js"), "text/javascript; charset=utf-8");
  }

  /** A jar's files stand below its version, which its own metadata names. */
  private static String webjar(String path) {
    try (InputStream in =
        Assets.class.getResourceAsStream(
            "/META-INF/maven/org.webjars.npm/htmx.org/pom.properties")) {
      java.util.Properties properties = new java.util.Properties();
      if (in == null) {
        throw new IllegalStateException("htmx is not on the class path");
      }
      properties.load(in);
      return WEBJAR + properties.getProperty("version") + "/" + path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String name, String resource, String type) {
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      byte[] content = in.readAllBytes();
      CRC32 crc = new CRC32();
      crc.update(content);
      byName.put(name, new Asset(content, type, Long.toHexString(crc.getValue())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address of a file, for templates. */
  public String url(String name) {
    Asset asset = byName.get(name);
    if (asset == null) {
      throw new IllegalArgumentException("no such asset: " + name);
    }
    return "/assets/" + name + "?" + asset.version;
  }

  /** The content of a file. */
  public byte[] content(String name) {
    Asset asset = byName.get(name);
    if (asset == null) {
      throw new IllegalArgumentException("no such asset: " + name);
    }
    return asset.content.clone();
  }

  void serve(Context ctx) {
    Asset asset = byName.get(ctx.pathParam("name"));
    if (asset == null) {
      throw new NotFoundResponse();
    }
    ctx.header("Cache-Control", "public, max-age=31536000, immutable");
    ctx.contentType(asset.type).result(asset.content);
  }
}
