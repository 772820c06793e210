package com.example.shop;

import java.util.ArrayList;
import java.util.List;

/** A singleton. */
public enum Registry {
  INSTANCE;

  private final List<String> names = new ArrayList<>();

  public void add(String name) {
    names.add(name);
  }

  public int size() {
    return names.size();
  }
}
