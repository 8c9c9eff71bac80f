import { timeRounds } from './rounds.js';

class Person {
  #name;
  #age;

  constructor(name, age) {
    this.#name = name;
    this.#age = age;
  }

  get name() {
    return this.#name;
  }

  get age() {
    return this.#age;
  }
}

function makePeople(count) {
  const people = [];
  let value = 42;
  for (let i = 0; i < count; i++) {
    value = (value * 16807) % 2147483647;
    people.push(new Person(`p${value % 1000}`, value % 100000));
  }
  return people;
}

const checksum = (numbers) => numbers.reduce((sum, number) => (sum * 31 + number) % 1000003, 0);

function run(count) {
  const people = makePeople(count);
  people.sort((a, b) => a.age - b.age);
  const byAge = checksum(people.map((person) => person.age));
  const sizes = people.map((person) => person.name.length * 1000 + (person.age % 1000));
  sizes.sort((a, b) => b - a);
  return `${byAge}, ${checksum(sizes)}`;
}

timeRounds(() => run(60_000));
