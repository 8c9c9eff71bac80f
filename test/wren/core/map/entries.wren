for (entry in {"b": 1, "a": 2}) {
  System.print("%(entry.key) %(entry.value) %(entry is MapEntry)")
}
// expect: b 1 true
// expect: a 2 true
