package io.rrrspec.persister.viewer;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import gg.jte.output.Utf8ByteOutput;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;

/** Fills templates. What they are given is text and comes out as text, whatever is in it. */
public final class Pages {
  private final TemplateEngine engine =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), "io.rrrspec.persister.viewer.jte");
  private final PageContext site;

  /** Makes pages that have this in common. */
  public Pages(PageContext site) {
    this.site = site;
    engine.setBinaryStaticContent(true);
  }

  /** Answers with a page. */
  void show(Context ctx, String template, Object page) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("site", site);
    parameters.put("page", page);
    Utf8ByteOutput output = new Utf8ByteOutput();
    engine.render(template + ".jte", parameters, new CleanOutput(output));
    ctx.contentType("text/html; charset=utf-8").result(output.toByteArray());
  }

  /** A page, or a piece of one. */
  public String render(String template, Object page) {
    StringOutput output = new StringOutput();
    engine.render(template + ".jte", Map.of("site", site, "page", page), new CleanOutput(output));
    return output.toString();
  }
}
