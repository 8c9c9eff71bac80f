import { timeRounds } from './rounds.js';

function stack(count) {
  const items = [];
  let sum = 0;
  for (let i = 0; i < count; i++) {
    items.push(i);
    if (i % 3 === 0) sum += items.pop();
  }
  return sum + items.length;
}

function rotate(list, times) {
  for (let i = 0; i < times; i++) list.push(list.shift());
  return list[0];
}

function reverse(list) {
  let i = 0;
  let j = list.length - 1;
  while (i < j) {
    [list[i], list[j]] = [list[j], list[i]];
    i++;
    j--;
  }
  return list[1];
}

const pipeline = (list) =>
  list
    .filter((x) => x % 2 === 0)
    .map((x) => x * 3)
    .reduce((sum, x) => sum + x, 0);

function run(size) {
  const list = [];
  for (let i = 0; i < size; i++) list.push((i * 7919) % 10007);
  return stack(size) + rotate(list.slice(0, 1000), 20_000) + reverse(list) + pipeline(list);
}

timeRounds(() => run(1_000_000));
