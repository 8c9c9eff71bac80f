var map = {
  []: [ // the line is that where the value ends
    1
  ] // expect runtime error: Key must be a value type.
}
