var map = {
  []: [ // the line of the end of the value
    1
  ] // expect runtime error: Key must be a value type.
}
