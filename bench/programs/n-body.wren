// Planets that pull one another: floating-point numbers in fields, getters between them.
import "./rounds" for Rounds

class Body {
  construct new(mass, x, y, z, dx, dy, dz) {
    _mass = mass
    _x = x
    _y = y
    _z = z
    _dx = dx
    _dy = dy
    _dz = dz
  }

  mass { _mass }
  x { _x }
  y { _y }
  z { _z }
  speedSquared { _dx * _dx + _dy * _dy + _dz * _dz }

  pull(x, y, z, strength) {
    _dx = _dx + x * strength
    _dy = _dy + y * strength
    _dz = _dz + z * strength
  }

  move(time) {
    _x = _x + _dx * time
    _y = _y + _dy * time
    _z = _z + _dz * time
  }
}

class Planets {
  construct new() {
    _bodies = [
      Body.new(40, 0, 0, 0, 0, 0, 0),
      Body.new(0.04, 4.8, -1.2, -0.1, 0.6, 2.8, -0.02),
      Body.new(0.01, 8.3, 4.1, -0.4, -1.0, 1.8, 0.01),
      Body.new(0.002, 12.9, -15.1, -0.2, 1.1, 0.9, -0.01),
      Body.new(0.002, 15.4, -25.9, 0.2, 1.0, 0.6, -0.03)
    ]
  }

  step(time) {
    for (i in 0..._bodies.count) {
      var a = _bodies[i]
      for (j in i + 1..._bodies.count) {
        var b = _bodies[j]
        var x = a.x - b.x
        var y = a.y - b.y
        var z = a.z - b.z
        var squared = x * x + y * y + z * z
        var strength = time / (squared * squared.sqrt)
        a.pull(x, y, z, -b.mass * strength)
        b.pull(x, y, z, a.mass * strength)
      }
    }
    for (body in _bodies) body.move(time)
  }

  energy {
    var sum = 0
    for (body in _bodies) sum = sum + body.mass * body.speedSquared
    return sum
  }

  static run(steps) {
    var planets = Planets.new()
    for (i in 1..steps) planets.step(0.001)
    return (planets.energy * 1000000000).floor
  }
}

Rounds.time { Planets.run(200000) }
