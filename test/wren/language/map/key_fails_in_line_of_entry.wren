var map = {
  "one": 1,
  "two".bytes: 2, // expect runtime error: Key must be a value type.
  "three": 3
}
