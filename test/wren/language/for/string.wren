for (c in "aé€") System.print(c)
// expect: a
// expect: é
// expect: €
