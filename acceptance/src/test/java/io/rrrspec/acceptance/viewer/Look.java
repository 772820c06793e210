package io.rrrspec.acceptance.viewer;

import com.microsoft.playwright.options.ColorScheme;

/**
 * How wide a reader's window is, and whether it is dark. Each width and each scheme is there once:
 * colours do not depend on the width, and a second look with each would double the longest tests.
 */
enum Look {
  WIDE_LIGHT(1280, 900, ColorScheme.LIGHT),
  NARROW_DARK(390, 844, ColorScheme.DARK);

  final int width;
  final int height;
  final ColorScheme scheme;

  Look(int width, int height, ColorScheme scheme) {
    this.width = width;
    this.height = height;
    this.scheme = scheme;
  }
}
