// Texts as parameters, which a service could change.

var texts = ["it's \"quoted\"", "Zoë, 日本, 🎉", "007", "Mixed Case", "  padded ", "100\% \\ ?", ""]
var row = `SELECT ? AS quoted, ? AS letters, ? AS digits, ? AS mixed, ? AS padded, ? AS marks, ? AS empty`.first(texts)

Response.json(row)
