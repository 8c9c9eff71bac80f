import { timeRounds } from './rounds.js';

function make(size, seed) {
  const rows = [];
  for (let i = 0; i < size; i++) {
    const row = [];
    for (let j = 0; j < size; j++) row.push((i * seed + j) % 10);
    rows.push(row);
  }
  return rows;
}

function multiply(a, b) {
  const size = a.length;
  const product = [];
  for (let i = 0; i < size; i++) {
    const row = new Array(size).fill(0);
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[i][k] * b[k][j];
      row[j] = sum;
    }
    product.push(row);
  }
  return product;
}

function trace(matrix) {
  let sum = 0;
  for (let i = 0; i < matrix.length; i++) sum += matrix[i][i];
  return sum;
}

const a = make(240, 3);
const b = make(240, 7);

timeRounds(() => trace(multiply(a, b)));
