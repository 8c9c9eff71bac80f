// Rules between cells, each of which one rule computes: the strongest rules win, a plan runs them in
// order, and adding or removing a rule changes as few others as possible.
import "./rounds" for Rounds

class Cell {
  construct new(value) {
    _value = value
    _rules = []
    _rank = Rank.weakest
    _isFixed = true
    _mark = 0
  }

  value { _value }
  value=(value) { _value = value }
  rules { _rules }
  // The rule that computes the cell, or null.
  source { _source }
  source=(rule) { _source = rule }
  // The rank of the weakest rule that would have to give way for a new value.
  rank { _rank }
  rank=(rank) { _rank = rank }
  isFixed { _isFixed }
  isFixed=(isFixed) { _isFixed = isFixed }
  mark { _mark }
  mark=(mark) { _mark = mark }

  leave(rule) {
    _rules.remove(rule)
    if (_source == rule) _source = null
  }
}

// Lower ranks are stronger.
class Rank {
  static required { 0 }
  static strong { 1 }
  static normal { 2 }
  static weak { 3 }
  static weakest { 4 }
}

class Rule {
  construct new(rank) { _rank = rank }

  rank { _rank }
  isInput { false }
  isKept { false }

  // Takes the place of a weaker rule, which is returned, or of none.
  claim(mark, network) {
    choose(mark)
    if (!isActive) {
      if (rank == Rank.required) Fiber.abort("A required rule cannot hold.")
      return null
    }
    markInputs(mark)
    var cell = output
    var displaced = cell.source
    if (displaced != null) displaced.release()
    cell.source = this
    if (!network.update(this, mark)) Fiber.abort("The rules form a cycle.")
    cell.mark = mark
    return displaced
  }

  // Passes rank and value on to the output.
  pass() {
    var cell = output
    cell.rank = outputRank
    cell.isFixed = isKept
    if (cell.isFixed) run()
  }
}

class OneCellRule is Rule {
  construct new(cell, rank) {
    super(rank)
    _cell = cell
    _isActive = false
  }

  output { _cell }
  isActive { _isActive }
  isReady(mark) { true }
  outputRank { rank }
  markInputs(mark) {}
  join() { _cell.rules.add(this) }
  release() { _isActive = false }
  run() {}

  leave() {
    _cell.leave(this)
    _isActive = false
  }

  choose(mark) { _isActive = _cell.mark != mark && rank < _cell.rank }
}

class Keep is OneCellRule {
  construct new(cell, rank) { super(cell, rank) }
  isKept { true }
}

class Edit is OneCellRule {
  construct new(cell, rank) { super(cell, rank) }
  isInput { true }
}

class TwoCellRule is Rule {
  construct new(left, right, rank) {
    super(rank)
    _left = left
    _right = right
    _direction = 0
  }

  left { _left }
  right { _right }
  isForward { _direction == 1 }
  isActive { _direction != 0 }
  input { _direction == 1 ? _left : _right }
  output { _direction == 1 ? _right : _left }
  outputRank { rank > input.rank ? rank : input.rank }
  isKept { input.isFixed }
  markInputs(mark) { input.mark = mark }
  release() { _direction = 0 }

  isReady(mark) {
    var cell = input
    return cell.mark == mark || cell.isFixed || cell.source == null
  }

  join() {
    _left.rules.add(this)
    _right.rules.add(this)
  }

  leave() {
    _left.leave(this)
    _right.leave(this)
    _direction = 0
  }

  choose(mark) {
    var forward = _right.mark != mark && rank < _right.rank
    var backward = _left.mark != mark && rank < _left.rank
    if (_left.mark == mark) {
      _direction = forward ? 1 : 0
    } else if (_right.mark == mark) {
      _direction = backward ? -1 : 0
    } else if (_left.rank > _right.rank) {
      _direction = backward ? -1 : 0
    } else {
      _direction = forward ? 1 : backward ? -1 : 0
    }
  }
}

class Equal is TwoCellRule {
  construct new(left, right, rank) { super(left, right, rank) }
  run() { output.value = input.value }
}

class Linear is TwoCellRule {
  construct new(left, factor, offset, right, rank) {
    super(left, right, rank)
    _factor = factor
    _offset = offset
  }

  isKept { super.isKept && _factor.isFixed && _offset.isFixed }

  join() {
    super.join()
    _factor.rules.add(this)
    _offset.rules.add(this)
  }

  leave() {
    super.leave()
    _factor.leave(this)
    _offset.leave(this)
  }

  markInputs(mark) {
    super.markInputs(mark)
    _factor.mark = mark
    _offset.mark = mark
  }

  run() {
    if (isForward) {
      right.value = left.value * _factor.value + _offset.value
    } else {
      left.value = (right.value - _offset.value) / _factor.value
    }
  }
}

class Network {
  construct new() { _mark = 0 }

  nextMark {
    _mark = _mark + 1
    return _mark
  }

  add(rule) {
    rule.join()
    restore(rule)
  }

  remove(rule) {
    var cell = rule.output
    rule.release()
    rule.leave()
    for (each in resetFrom(cell)) restore(each)
  }

  // Claims for a rule, then for those that lose their places.
  restore(rule) {
    var mark = nextMark
    var displaced = rule.claim(mark, this)
    while (displaced != null) displaced = displaced.claim(mark, this)
  }

  // Forgets what was computed from a cell; returns the inactive rules there, strongest first.
  resetFrom(cell) {
    cell.rank = Rank.weakest
    cell.isFixed = true
    var inactive = []
    var pending = [cell]
    while (pending.count > 0) {
      var next = pending.removeAt(-1)
      for (rule in next.rules) {
        if (!rule.isActive) {
          inactive.add(rule)
        } else if (rule != next.source) {
          rule.pass()
          pending.add(rule.output)
        }
      }
    }
    return inactive.sort {|one, other| one.rank < other.rank }
  }

  // Passes on what a new rule changes; false if its own output is among its inputs.
  update(rule, mark) {
    var pending = [rule]
    while (pending.count > 0) {
      var next = pending.removeAt(-1)
      var cell = next.output
      if (cell.mark == mark) return false
      next.pass()
      addReaders(cell, pending)
    }
    return true
  }

  addReaders(cell, pending) {
    for (rule in cell.rules) {
      if (rule != cell.source && rule.isActive) pending.add(rule)
    }
  }

  // The active rules that follow from some, in an order in which each has its inputs.
  plan(inputs) {
    var mark = nextMark
    var steps = []
    var pending = inputs.where {|rule| rule.isInput && rule.isActive }.toList
    while (pending.count > 0) {
      var rule = pending.removeAt(-1)
      var cell = rule.output
      if (cell.mark != mark && rule.isReady(mark)) {
        steps.add(rule)
        cell.mark = mark
        addReaders(cell, pending)
      }
    }
    return steps
  }

  // Changes a cell to each of the values, and everything that depends on it.
  change(cell, values) {
    var edit = Edit.new(cell, Rank.strong)
    add(edit)
    var steps = plan([edit])
    for (value in values) {
      cell.value = value
      for (step in steps) step.run()
    }
    remove(edit)
  }
}

class Trial {
  // A row of equal cells: a change of the first one reaches the last.
  static chain(length) {
    var network = Network.new()
    var cells = (0..length).map {|i| Cell.new(i) }.toList
    for (i in 0...length) network.add(Equal.new(cells[i], cells[i + 1], Rank.required))
    network.add(Keep.new(cells[length], Rank.weak))
    network.change(cells[0], 1..60)
    return cells[length].value
  }

  // Pairs of cells with one factor and one offset, which are changed from all sides.
  static pairs(count) {
    var network = Network.new()
    var factor = Cell.new(10)
    var offset = Cell.new(1000)
    var left = (0...count).map {|i| Cell.new(i) }.toList
    var right = (0...count).map {|i| Cell.new(i) }.toList
    for (i in 0...count) {
      network.add(Keep.new(left[i], Rank.normal))
      network.add(Linear.new(left[i], factor, offset, right[i], Rank.required))
    }
    network.change(left[0], 1..20)
    var sum = right[0].value
    network.change(right[1], [1050, 1060])
    sum = sum + left[1].value
    network.change(factor, 1..10)
    network.change(offset, 500..520)
    for (cell in right) sum = sum + cell.value
    return sum
  }

  static run(times) {
    var sum = 0
    for (i in 1..times) sum = sum + chain(3000) + pairs(2000)
    return sum
  }
}

Rounds.time { Trial.run(16) }
