// Products: specification §4.2.

import "_app" for Fail, Input
import "_guard" for Guard

if (Response.cors) return
if (!Guard.admits("products")) return

var method = Request.method
var id = Request.get("id")

if (method == "GET" && id) {
  var product = `SELECT * FROM products WHERE id = ?`.first([id])
  if (!product) return Fail.with(404, "Product not found")
  return Response.json(product)
}

if (method == "GET") {
  var page = Input.positive("page", 1)
  var limit = Input.positive("limit", 20)
  if (!page || !limit) return Fail.with(400, "page and limit must be whole numbers from 1 up")

  // The id orders products created in the same second. The CAST prevents SQLite from planning the
  // query again for each limit.
  var products = `
    SELECT * FROM products ORDER BY created_at DESC, id DESC LIMIT CAST(? AS INTEGER) OFFSET ?
  `.fetch([limit, (page - 1) * limit])
  var total = Util.toNum(`SELECT total FROM product_count`.first["total"])
  return Response.json({
    "data": products,
    "pagination": {
      "page": page,
      "limit": limit,
      "total": total,
      "pages": ((total + limit - 1) / limit).floor
    }
  })
}

// Kinds of the fields in a body.
var kinds = {"name": "text", "description": "text", "price": "number", "stock": "whole number"}

if (method == "POST") {
  var body = Input.object
  if (!body) return
  var name = body["name"]
  var description = body["description"]
  var price = body["price"]
  var stock = Input.isMissing(body["stock"]) ? 0 : body["stock"]

  var problems = Input.problems(body, kinds)
  if (Input.isMissing(name)) problems["name"] = "is required"
  if (Input.isMissing(price)) problems["price"] = "is required"
  if (!problems.isEmpty) return Fail.invalid(problems)

  var newId = `
    INSERT INTO products (name, description, price, stock) VALUES (?, ?, ?, ?)
  `.query([name, description, price, stock])
  Response.status(201)
  return Response.json({
    "id": newId,
    "name": name,
    "description": description,
    "price": price,
    "stock": stock
  })
}

if (method == "PUT" && id) {
  var stored = `SELECT * FROM products WHERE id = ?`.first([id])
  if (!stored) return Fail.with(404, "Product not found")

  var body = Input.object
  if (!body) return
  var problems = Input.problems(body, kinds)
  if (!problems.isEmpty) return Fail.invalid(problems)

  // A missing field keeps its stored value.
  var fields = ["name", "description", "price", "stock"]
  var merged = fields.map {|field| Input.isMissing(body[field]) ? stored[field] : body[field] }.toList
  `
    UPDATE products
    SET name = ?, description = ?, price = ?, stock = ?, updated_at = CURRENT_TIMESTAMP
    WHERE id = ?
  `.query(merged + [id])

  // The id is returned as received.
  return Response.json({
    "id": id,
    "name": merged[0],
    "description": merged[1],
    "price": merged[2],
    "stock": merged[3]
  })
}

if (method == "DELETE" && id) {
  var product = `SELECT id FROM products WHERE id = ?`.first([id])
  if (!product) return Fail.with(404, "Product not found")
  `DELETE FROM products WHERE id = ?`.query([id])
  return Response.status(204)
}

Fail.with(404, "Invalid request")
