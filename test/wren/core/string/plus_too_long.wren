var text = "x"
while (true) {
  text = text + text // expect runtime error: String is too long.
}
