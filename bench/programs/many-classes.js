import { timeRounds } from './rounds.js';

class Shape {
  #size;

  constructor(size) {
    this.#size = size;
  }

  get size() {
    return this.#size;
  }

  get area() {
    return 0;
  }

  weight(density) {
    return this.area * density;
  }
}

class Square extends Shape {
  get area() {
    return this.size * this.size;
  }
}

class Circle extends Shape {
  get area() {
    return this.size * this.size * 3;
  }
}

class Triangle extends Shape {
  get area() {
    return (this.size * this.size) / 2;
  }
}

class Line extends Shape {
  weight(density) {
    return this.size * density;
  }
}

class Point extends Shape {}

class Cube extends Square {
  get area() {
    return super.area * 6;
  }
}

class Tube extends Circle {
  get area() {
    return super.area * 2;
  }

  weight(density) {
    return super.weight(density) + 1;
  }
}

class Tent extends Triangle {
  get area() {
    return super.area * 4;
  }
}

function makeShapes(count) {
  const kinds = [Square, Circle, Triangle, Line, Point, Cube, Tube, Tent];
  const shapes = [];
  for (let i = 0; i < count; i++) shapes.push(new kinds[i % 8](i % 13));
  return shapes;
}

function run(count, times) {
  const shapes = makeShapes(count);
  let total = 0;
  for (let time = 1; time <= times; time++) {
    for (const shape of shapes) total += shape.weight(time % 4);
  }
  return total;
}

timeRounds(() => run(1000, 2500));
