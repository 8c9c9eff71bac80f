// A value of every kind.

Response.json({
  "null": null,
  "true": true,
  "false": false,
  "zero": 0,
  "negative": -7,
  "fraction": 1.25,
  "million": 1000000,
  "digits": 123456789012,
  "decimals": 123456.789012,
  "empty text": "",
  "quotes": "\"quoted\" and 'quoted', back\\slash",
  "lines": "a line\nand a\ttab",
  "controls": "\x01\b\f\r\x1b\x7f",
  "unicode": "Zoë, 日本, 🎉",
  "markup": "<b>bold</b> & more",
  "list": [1, "two", null, [true]],
  "empty list": [],
  "a \"key\" of Zoë\n": "with a line end",
  "map": {"inner": {"deeper": "text"}},
  "empty map": {}
})
