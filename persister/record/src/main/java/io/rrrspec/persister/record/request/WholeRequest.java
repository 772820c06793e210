package io.rrrspec.persister.record.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestParts;
import java.util.List;

/** A request as JSON of a length that every database takes. */
final class WholeRequest {
  /** At most 12 MB as UTF-8: below MariaDB's max_allowed_packet, also if nothing is compressed. */
  private static final int MOST = 4_000_000;

  /** A request has at most some thousands of values, so that these together are no longer. */
  private static final int MOST_OF_A_VALUE = 500;

  private WholeRequest() {}

  /** Of one that is too long, each long value is replaced by how long it was. */
  static String text(Request request) {
    String whole = RequestJson.whole(request);
    if (whole.length() <= MOST) {
      return whole;
    }
    ObjectNode fields = (ObjectNode) JsonText.parse(whole);
    List.of(RequestParts.PROGRAM, RequestParts.OUTPUT, RequestParts.RUN_ARGS)
        .forEach(name -> bound(fields, name));
    for (String list : List.of(RequestParts.RUN_LIST, RequestParts.RAN_LIST)) {
      for (JsonNode entry : fields.path(list)) {
        bound((ObjectNode) entry, "args");
        bound((ObjectNode) entry, "output");
      }
    }
    return JsonText.of(fields);
  }

  private static void bound(ObjectNode fields, String name) {
    int length = JsonText.of(fields.path(name)).length();
    if (length > MOST_OF_A_VALUE) {
      fields.set(
          name,
          JsonNodeFactory.instance
              .objectNode()
              .put("left_out", length + " characters: the request is too long for the record"));
    }
  }
}
