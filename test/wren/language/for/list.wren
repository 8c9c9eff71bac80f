for (x in ["a", "b"]) System.print(x)
// expect: a
// expect: b
for (x in []) System.print("not reached")
