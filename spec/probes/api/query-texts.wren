// Texts that a service could change, and a column name with an upper-case letter. SQL is sent as it
// is written: quotation marks, a percent sign and two slashes mean nothing in Wren.

var row = `SELECT '' AS empty, '007' AS digits, '  padded ' AS padded, 'Zoë, 日本, 🎉' AS letters,
  'it''s "100%" of // one' AS marks, 'a line
and another' AS lines, 'found' AS "mixedCase"`.first([])

Response.json(row)
