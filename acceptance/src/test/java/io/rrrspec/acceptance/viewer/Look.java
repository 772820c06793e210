package io.rrrspec.acceptance.viewer;

import com.microsoft.playwright.options.ColorScheme;

/** How wide a reader's window is, and whether it is dark. */
enum Look {
  WIDE_LIGHT(1280, 900, ColorScheme.LIGHT),
  WIDE_DARK(1280, 900, ColorScheme.DARK),
  NARROW_DARK(390, 844, ColorScheme.DARK),
  NARROW_LIGHT(390, 844, ColorScheme.LIGHT);

  final int width;
  final int height;
  final ColorScheme scheme;

  Look(int width, int height, ColorScheme scheme) {
    this.width = width;
    this.height = height;
    this.scheme = scheme;
  }
}
