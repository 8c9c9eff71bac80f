// A value of every kind.

Response.json({
  "null": null,
  "true": true,
  "false": false,
  "zero": 0,
  "negative": -7,
  "fraction": 1.25,
  "million": 1000000,
  "empty text": "",
  "quotes": "\"quoted\" and 'quoted', back\\slash",
  "lines": "a line\nand a\ttab",
  "unicode": "Zoë, 日本, 🎉",
  "markup": "<b>bold</b> & more",
  "list": [1, "two", null, [true]],
  "empty list": [],
  "map": {"inner": {"deeper": "text"}},
  "empty map": {}
})
