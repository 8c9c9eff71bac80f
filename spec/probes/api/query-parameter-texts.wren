// Texts as parameters, which a service could change.

var long = "00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"
var texts = ["it's \"quoted\"", "Zoë, 日本, 🎉", "007", "Mixed Case", "  padded ", "100\% \\ ?", "", long]
var row = `SELECT ? AS quoted, ? AS letters, ? AS digits, ? AS mixed, ? AS padded, ? AS marks, ? AS empty,
  ? AS long`.first(texts)

Response.json(row)
