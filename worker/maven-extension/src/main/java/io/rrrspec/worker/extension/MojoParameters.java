package io.rrrspec.worker.extension;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluator;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/** The parameters of a mojo as Maven evaluates them: texts, lists of texts, maps of texts. */
final class MojoParameters {
  private final ExpressionEvaluator evaluator;

  MojoParameters(MavenSession session, MojoExecution execution) {
    evaluator = new PluginParameterExpressionEvaluator(session, execution);
  }

  /** Every parameter that has a plain value; what resolves to nothing is left out. */
  static Map<String, Object> of(MavenSession session, MojoExecution execution)
      throws ExpressionEvaluationException {
    MojoParameters parameters = new MojoParameters(session, execution);
    Map<String, Object> values = new LinkedHashMap<>();
    for (Xpp3Dom parameter : execution.getConfiguration().getChildren()) {
      Object value = parameters.value(parameter);
      if (value != null) {
        values.put(parameter.getName(), value);
      }
    }
    return values;
  }

  private @Nullable Object value(Xpp3Dom parameter) throws ExpressionEvaluationException {
    if (parameter.getChildCount() > 0) {
      return composite(parameter);
    }
    Object value = evaluate(parameter.getValue());
    return value != null ? value : evaluate(parameter.getAttribute("default-value"));
  }

  /**
   * A list or a map, told apart as Maven does it by the type, here by the shape: a list of
   * properties has name and value inside, a list repeats one name or uses the singular of its own.
   */
  private Object composite(Xpp3Dom parameter) throws ExpressionEvaluationException {
    List<Object> list = new ArrayList<>();
    Map<String, Object> map = new LinkedHashMap<>();
    for (Xpp3Dom child : parameter.getChildren()) {
      Xpp3Dom name = child.getChild("name");
      Object value = child.getChildCount() > 0 ? null : value(child);
      if (name != null && name.getValue() != null) {
        Xpp3Dom inner = child.getChild("value");
        Object text = inner == null ? null : value(inner);
        map.put(name.getValue(), text == null ? "" : text);
      } else if (child.getChildCount() > 0) {
        list.add(composite(child));
      } else {
        map.put(child.getName(), value == null ? "" : value);
        if (value != null) {
          list.add(value);
        }
      }
    }
    return Map.of("list", list, "map", map);
  }

  private @Nullable Object evaluate(@Nullable String expression)
      throws ExpressionEvaluationException {
    return expression == null ? null : plain(evaluator.evaluate(expression));
  }

  /** Objects of Maven's own, such as the session, are nothing that can be written down. */
  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Object[] array) {
      return plain(Arrays.asList(array));
    }
    if (value instanceof Properties properties) {
      return new LinkedHashMap<>(properties);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().allMatch(MojoParameters::isText)
          ? list.stream().map(Object::toString).toList()
          : null;
    }
    return isText(value) ? String.valueOf(value) : null;
  }

  private static boolean isText(@Nullable Object value) {
    return value instanceof String
        || value instanceof File
        || value instanceof Boolean
        || value instanceof Number;
  }
}
