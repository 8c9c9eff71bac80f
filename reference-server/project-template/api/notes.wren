// Notes: list, read, create, change, delete.

import "_app" for Fail

if (Response.cors) return

var method = Request.method
var id = Request.get("id")

// The text of the note in the body; answers 400 and returns null without one.
var readText = Fn.new {
  var body = Request.json()
  if (body is Map && body["text"] is String && body["text"] != "") return body["text"]
  Fail.with(400, "A note needs a text")
  return null
}

if (method == "POST") {
  var text = readText.call()
  if (!text) return
  var newId = `INSERT INTO notes (text) VALUES (?)`.query([text])
  Response.status(201)
  return Response.json({"id": newId, "text": text})
}

if (method == "GET" && !id) {
  return Response.json(`SELECT * FROM notes ORDER BY id DESC`.fetch)
}

var note = `SELECT * FROM notes WHERE id = ?`.first([id])
if (!note) return Fail.with(404, "Note not found")

if (method == "GET") return Response.json(note)

if (method == "PUT") {
  var text = readText.call()
  if (!text) return
  `UPDATE notes SET text = ? WHERE id = ?`.query([text, id])
  return Response.json({"id": note["id"], "text": text})
}

if (method == "DELETE") {
  `DELETE FROM notes WHERE id = ?`.query([id])
  return Response.status(204)
}

Fail.with(404, "Invalid request")
