import { timeRounds } from './rounds.js';

const sizes = ['tiny', 'small', 'middling', 'wide', 'tall', 'huge'];
const colours = [
  'red',
  'amber',
  'olive',
  'green',
  'teal',
  'navy',
  'plum',
  'grey',
  'ivory',
  'black',
];
const stuffs = ['oak', 'pine', 'steel', 'tin', 'glass', 'linen', 'wool', 'clay', 'cork', 'wax'];
const things = ['bowl', 'box', 'chair', 'clock', 'door', 'frame', 'jug', 'lamp', 'shelf', 'tray'];

function makeNames() {
  const names = [];
  for (const size of sizes) {
    for (const colour of colours) {
      for (const stuff of stuffs) {
        for (const thing of things) names.push(`${size} ${colour} ${stuff} ${thing}`);
      }
    }
  }
  return names;
}

function fill(counts, names) {
  let number = 0;
  for (const name of names) {
    counts.set(name, number);
    number++;
  }
}

function sum(counts, names) {
  let total = 0;
  for (const name of names) total += counts.get(name);
  return total;
}

function run(times) {
  let total = 0;
  let left = 0;
  for (let time = 1; time <= times; time++) {
    const counts = new Map();
    const names = makeNames();
    fill(counts, names);
    total += sum(counts, names);
    for (const name of names) {
      if (counts.get(name) % 3 === 0) counts.delete(name);
      else counts.set(name, counts.get(name) + 1);
    }
    for (const name of names) {
      if (counts.has(name)) left++;
    }
    total += counts.size;
  }
  return `${total}, ${left} left`;
}

timeRounds(() => run(8));
