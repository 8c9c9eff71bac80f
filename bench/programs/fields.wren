// Fields that are read and written in place: balls in a box.
import "./rounds" for Rounds

class Ball {
  construct new(x, y, dx, dy) {
    _x = x
    _y = y
    _dx = dx
    _dy = dy
    _bounces = 0
  }

  bounces { _bounces }

  move(width, height) {
    _x = _x + _dx
    _y = _y + _dy
    if (_x < 0 || _x > width) {
      _dx = -_dx
      _bounces = _bounces + 1
    }
    if (_y < 0 || _y > height) {
      _dy = -_dy
      _bounces = _bounces + 1
    }
  }
}

class Box {
  static run(count, steps) {
    var balls = []
    for (i in 1..count) balls.add(Ball.new(i, i * 2, i % 7 + 1.5, i % 5 + 0.5))
    for (step in 1..steps) {
      for (ball in balls) ball.move(400, 300)
    }
    var total = 0
    for (ball in balls) total = total + ball.bounces
    return total
  }
}

Rounds.time { Box.run(100, 80000) }
