for (x in ["a", "skip", "b"]) {
  if (x == "skip") continue
  System.print(x)
}
// expect: a
// expect: b
