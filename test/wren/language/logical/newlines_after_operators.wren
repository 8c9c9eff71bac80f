System.print(true &&
  false ||
  "end") // expect: end
