var i = 0
while (true) {
  if (i < 2) {
    i = i + 1
  } else break
}
System.print(i) // expect: 2
