import { timeRounds } from './rounds.js';

class Body {
  constructor(mass, x, y, z, dx, dy, dz) {
    this.mass = mass;
    this.x = x;
    this.y = y;
    this.z = z;
    this.dx = dx;
    this.dy = dy;
    this.dz = dz;
  }

  get speedSquared() {
    return this.dx * this.dx + this.dy * this.dy + this.dz * this.dz;
  }

  pull(x, y, z, strength) {
    this.dx += x * strength;
    this.dy += y * strength;
    this.dz += z * strength;
  }

  move(time) {
    this.x += this.dx * time;
    this.y += this.dy * time;
    this.z += this.dz * time;
  }
}

class Planets {
  #bodies = [
    new Body(40, 0, 0, 0, 0, 0, 0),
    new Body(0.04, 4.8, -1.2, -0.1, 0.6, 2.8, -0.02),
    new Body(0.01, 8.3, 4.1, -0.4, -1.0, 1.8, 0.01),
    new Body(0.002, 12.9, -15.1, -0.2, 1.1, 0.9, -0.01),
    new Body(0.002, 15.4, -25.9, 0.2, 1.0, 0.6, -0.03),
  ];

  step(time) {
    const bodies = this.#bodies;
    for (let i = 0; i < bodies.length; i++) {
      const a = bodies[i];
      for (let j = i + 1; j < bodies.length; j++) {
        const b = bodies[j];
        const x = a.x - b.x;
        const y = a.y - b.y;
        const z = a.z - b.z;
        const squared = x * x + y * y + z * z;
        const strength = time / (squared * Math.sqrt(squared));
        a.pull(x, y, z, -b.mass * strength);
        b.pull(x, y, z, a.mass * strength);
      }
    }
    for (const body of bodies) body.move(time);
  }

  get energy() {
    return this.#bodies.reduce((sum, body) => sum + body.mass * body.speedSquared, 0);
  }
}

function run(steps) {
  const planets = new Planets();
  for (let i = 1; i <= steps; i++) planets.step(0.001);
  return Math.floor(planets.energy * 1_000_000_000);
}

timeRounds(() => run(200_000));
