import { timeRounds } from './rounds.js';

const row = (i) => `<tr id="row${i}"><td>${i * 2}</td><td>${i % 3 === 0}</td></tr>\n`;

function table(rows) {
  let text = '<table>\n';
  for (let i = 0; i < rows; i++) text += row(i);
  return `${text}</table>`;
}

function list(rows) {
  const lines = [];
  for (let i = 0; i < rows; i++) lines.push(`item ${i}: ${'ab'.repeat(i % 8)}`);
  return lines.join('\n');
}

function run(times) {
  let size = 0;
  for (let time = 1; time <= times; time++) {
    size += Buffer.byteLength(table(200)) + Buffer.byteLength(list(200));
  }
  return size;
}

timeRounds(() => run(1000));
