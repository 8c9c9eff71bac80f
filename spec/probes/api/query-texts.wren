// Texts that a service could change, and a column name with an upper-case letter. SQL is sent as it
// is written: quotation marks, a percent sign, two slashes and a backslash mean nothing in Wren.

var row = `SELECT '' AS empty, '007' AS digits, '  padded ' AS padded, 'Zoë, 日本, 🎉' AS letters,
  'it''s "100%" of // one' AS marks, 'a line
and another' AS lines, 'C:\new\ \"x' AS backslashes, 'found' AS "mixedCase"`.first([])

Response.json(row)
