// A module of the size that an endpoint's script has: 100 lines, four classes. It is compiled once
// and run for every request; `work` is the method whose speed must not suffer from that.

class Field {
  construct new(name, required) {
    _name = name
    _required = required
  }

  name { _name }

  check(value) {
    if (value is String) value = value.trim()
    if (_required && (value == null || value == "")) return "%(_name) is required."
    return null
  }
}

class Form {
  construct new(fields) {
    _fields = fields
    _faults = {}
  }

  faults { _faults }
  isValid { _faults.count == 0 }

  check(values) {
    _faults = {}
    for (field in _fields) {
      var fault = field.check(values[field.name])
      if (fault != null) _faults[field.name] = fault
    }
    return this
  }
}

class Page {
  construct new(number, size, total) {
    _number = number
    _size = size
    _total = total
  }

  offset { (_number - 1) * _size }
  pages { ((_total + _size - 1) / _size).floor }

  toMap {
    return {
      "page": _number,
      "limit": _size,
      "total": _total,
      "pages": pages
    }
  }
}

class Basket {
  construct new() {
    _prices = []
    _total = 0
  }

  total { _total }

  add(price, count) {
    if (count < 1) return this
    _prices.add(price)
    _total = _total + price * count
    return this
  }

  average {
    if (_prices.isEmpty) return 0
    return _total / _prices.count
  }

  static work(count) {
    var basket = Basket.new()
    for (i in 0...count) {
      basket.add(i % 17, i % 3)
    }
    return basket.total
  }
}

var form = Form.new([
  Field.new("name", true),
  Field.new("email", true),
  Field.new("note", false)
])

var page = Page.new(2, 20, 95)

form.check({"name": "Ada", "email": " "})

if (form.isValid) {
  Fiber.abort("An empty address must not be valid.")
}

var basket = Basket.new().add(10, 2).add(4, 5)

return "%(form.faults.count) %(page.pages) %(basket.average)"
