import { timeRounds } from './rounds.js';

class Ball {
  #x;
  #y;
  #dx;
  #dy;
  #bounces = 0;

  constructor(x, y, dx, dy) {
    this.#x = x;
    this.#y = y;
    this.#dx = dx;
    this.#dy = dy;
  }

  get bounces() {
    return this.#bounces;
  }

  move(width, height) {
    this.#x += this.#dx;
    this.#y += this.#dy;
    if (this.#x < 0 || this.#x > width) {
      this.#dx = -this.#dx;
      this.#bounces++;
    }
    if (this.#y < 0 || this.#y > height) {
      this.#dy = -this.#dy;
      this.#bounces++;
    }
  }
}

function run(count, steps) {
  const balls = [];
  for (let i = 1; i <= count; i++) balls.push(new Ball(i, i * 2, (i % 7) + 1.5, (i % 5) + 0.5));
  for (let step = 1; step <= steps; step++) {
    for (const ball of balls) ball.move(400, 300);
  }
  let total = 0;
  for (const ball of balls) total += ball.bounces;
  return total;
}

timeRounds(() => run(100, 80_000));
