package io.rrrspec.acceptance.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** That a reader notices what is wrong with a page: else the other tests could not fail. */
class ReaderIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final String BAD =
      """
      <!DOCTYPE html>
      <html><head></head><body onclick="go()">
      <img src="http://elsewhere.invalid/picture.png">
      <a href="javascript:go()">go</a> \u202e
      <p style="width: 3000px; color: #ccc">pale</p>
      <script>window.hacked = 'script'; console.error('oh'); throw new Error('ah');</script>
      </body></html>
      """;

  @Test
  void allThatIsWrongIsNoticed() {
    try (Reader reader = Reader.at("http://viewer.invalid", Look.NARROW_DARK)) {
      Page page = reader.page();
      page.route(
          "http://viewer.invalid/**",
          route ->
              route.fulfill(
                  new com.microsoft.playwright.Route.FulfillOptions()
                      .setHeaders(Map.of("content-type", "text/html; charset=utf-8"))
                      .setBody(BAD)));
      reader.open("/");
      reader.inspect();
      reader.inspectWithAxe();
      String problems = String.join("\n", reader.problems());
      assertThat(problems)
          .contains("console: oh", "error in a script", "another host: http://elsewhere.invalid/")
          .contains("it was run: script", "a handler: onclick", "an address: javascript:go()")
          .contains("an element: <img", "control characters", "scrolls sideways: 3")
          .contains("color-contrast: ", "document-title: ", "image-alt: ");
    }
  }
}
