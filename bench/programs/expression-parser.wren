// A recursive-descent parser that builds a tree of nodes, and the tree's evaluation.
import "./rounds" for Rounds

class Literal {
  construct new(value) { _value = value }
  evaluate(variables) { _value }
}

class Variable {
  construct new(name) { _name = name }
  evaluate(variables) { variables[_name] }
}

class Negation {
  construct new(operand) { _operand = operand }
  evaluate(variables) { -_operand.evaluate(variables) }
}

class Operation {
  construct new(operator, left, right) {
    _operator = operator
    _left = left
    _right = right
  }

  evaluate(variables) {
    var left = _left.evaluate(variables)
    var right = _right.evaluate(variables)
    if (_operator == "+") return left + right
    if (_operator == "-") return left - right
    if (_operator == "*") return left * right
    return left / right
  }
}

class Parser {
  construct new(text) {
    _text = text
    _at = 0
    _count = text.count
  }

  parse() {
    var tree = sum()
    if (_at < _count) Fiber.abort("Unexpected '%(_text[_at])' at %(_at).")
    return tree
  }

  skipSpaces() {
    while (_at < _count && _text[_at] == " ") _at = _at + 1
  }

  accept(character) {
    skipSpaces()
    if (_at == _count || _text[_at] != character) return false
    _at = _at + 1
    return true
  }

  sum() {
    var left = product()
    while (true) {
      if (accept("+")) {
        left = Operation.new("+", left, product())
      } else if (accept("-")) {
        left = Operation.new("-", left, product())
      } else {
        return left
      }
    }
  }

  product() {
    var left = factor()
    while (true) {
      if (accept("*")) {
        left = Operation.new("*", left, factor())
      } else if (accept("/")) {
        left = Operation.new("/", left, factor())
      } else {
        return left
      }
    }
  }

  factor() {
    if (accept("-")) return Negation.new(factor())
    if (accept("(")) {
      var inner = sum()
      if (!accept(")")) Fiber.abort("Expected ')' at %(_at).")
      return inner
    }
    return atom()
  }

  atom() {
    skipSpaces()
    var start = _at
    while (_at < _count && isWord(_text[_at])) _at = _at + 1
    var word = _text[start..._at]
    var number = Num.fromString(word)
    return number == null ? Variable.new(word) : Literal.new(number)
  }

  isWord(character) {
    var code = character.codePoints[0]
    return code >= 48 && code <= 57 || code >= 97 && code <= 122
  }
}

class Calculator {
  static run(times) {
    var text = "(price * count - 15) * (100 + tax) / 100 - -(discount / 4 + 2 * (count - 1)) + 12 * 3"
    var variables = {"price": 12.5, "count": 4, "tax": 20, "discount": 8}
    var total = 0
    for (i in 1..times) {
      variables["count"] = i % 9
      var tree = Parser.new(text).parse()
      for (turn in 1..5) total = total + tree.evaluate(variables)
    }
    return total
  }
}

Rounds.time { Calculator.run(8000) }
