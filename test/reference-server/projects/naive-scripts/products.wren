var id = Request.get("id")

if (Request.method == "GET" && id) {
  var product = `SELECT * FROM products WHERE id = ?`.first([id])
  if (!product) {
    Response.status(404)
    return Response.json({"error": "Product not found"})
  }
  return Response.json(product)
}

if (Request.method == "GET") {
  var page = Util.toNum(Request.get("page") || "1")
  var limit = Util.toNum(Request.get("limit") || "20")
  var offset = (page - 1) * limit
  var products = `SELECT * FROM products ORDER BY created_at DESC LIMIT ? OFFSET ?`.fetch([limit, offset])
  var total = Util.toNum(`SELECT COUNT(*) as count FROM products`.first()["count"])
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

if (Request.method == "POST") {
  var data = Request.json()
  if (!data["name"] || !data["price"]) {
    Response.status(400)
    return Response.json({"error": "Name and price are required"})
  }
  var stock = data["stock"] || 0
  var newId = `
    INSERT INTO products (name, description, price, stock) VALUES (?, ?, ?, ?)
  `.query([data["name"], data["description"], data["price"], stock])
  Response.status(201)
  return Response.json({
    "id": newId,
    "name": data["name"],
    "description": data["description"],
    "price": data["price"],
    "stock": stock
  })
}

if (Request.method == "PUT" && id) {
  var product = `SELECT * FROM products WHERE id = ?`.first([id])
  if (!product) {
    Response.status(404)
    return Response.json({"error": "Product not found"})
  }
  var data = Request.json()
  var name = data["name"] || product["name"]
  var description = data["description"] || product["description"]
  var price = data["price"] || product["price"]
  var stock = data["stock"] || product["stock"]
  `
    UPDATE products
    SET name = ?, description = ?, price = ?, stock = ?, updated_at = CURRENT_TIMESTAMP
    WHERE id = ?
  `.query([name, description, price, stock, id])
  return Response.json({
    "id": id,
    "name": name,
    "description": description,
    "price": price,
    "stock": stock
  })
}

if (Request.method == "DELETE" && id) {
  var product = `SELECT id FROM products WHERE id = ?`.first([id])
  if (!product) {
    Response.status(404)
    return Response.json({"error": "Product not found"})
  }
  `DELETE FROM products WHERE id = ?`.query([id])
  Response.status(204)
  return
}

Response.status(404)
Response.json({"error": "Invalid request"})
