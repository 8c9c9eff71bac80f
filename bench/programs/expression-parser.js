import { timeRounds } from './rounds.js';

class Literal {
  #value;

  constructor(value) {
    this.#value = value;
  }

  evaluate() {
    return this.#value;
  }
}

class Variable {
  #name;

  constructor(name) {
    this.#name = name;
  }

  evaluate(variables) {
    return variables.get(this.#name);
  }
}

class Negation {
  #operand;

  constructor(operand) {
    this.#operand = operand;
  }

  evaluate(variables) {
    return -this.#operand.evaluate(variables);
  }
}

class Operation {
  #operator;
  #left;
  #right;

  constructor(operator, left, right) {
    this.#operator = operator;
    this.#left = left;
    this.#right = right;
  }

  evaluate(variables) {
    const left = this.#left.evaluate(variables);
    const right = this.#right.evaluate(variables);
    if (this.#operator === '+') return left + right;
    if (this.#operator === '-') return left - right;
    if (this.#operator === '*') return left * right;
    return left / right;
  }
}

class Parser {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  parse() {
    const tree = this.#sum();
    if (this.#at < this.#text.length) {
      throw new Error(`Unexpected '${this.#text[this.#at]}' at ${this.#at}.`);
    }
    return tree;
  }

  #skipSpaces() {
    while (this.#text[this.#at] === ' ') this.#at++;
  }

  #accept(character) {
    this.#skipSpaces();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #sum() {
    let left = this.#product();
    while (true) {
      if (this.#accept('+')) left = new Operation('+', left, this.#product());
      else if (this.#accept('-')) left = new Operation('-', left, this.#product());
      else return left;
    }
  }

  #product() {
    let left = this.#factor();
    while (true) {
      if (this.#accept('*')) left = new Operation('*', left, this.#factor());
      else if (this.#accept('/')) left = new Operation('/', left, this.#factor());
      else return left;
    }
  }

  #factor() {
    if (this.#accept('-')) return new Negation(this.#factor());
    if (this.#accept('(')) {
      const inner = this.#sum();
      if (!this.#accept(')')) throw new Error(`Expected ')' at ${this.#at}.`);
      return inner;
    }
    return this.#atom();
  }

  #atom() {
    this.#skipSpaces();
    const start = this.#at;
    while (this.#at < this.#text.length && isWord(this.#text.charCodeAt(this.#at))) this.#at++;
    const word = this.#text.slice(start, this.#at);
    const number = Number.parseFloat(word);
    return Number.isNaN(number) ? new Variable(word) : new Literal(number);
  }
}

const isWord = (code) => (code >= 48 && code <= 57) || (code >= 97 && code <= 122);

function run(times) {
  const text =
    '(price * count - 15) * (100 + tax) / 100 - -(discount / 4 + 2 * (count - 1)) + 12 * 3';
  const variables = new Map([
    ['price', 12.5],
    ['count', 4],
    ['tax', 20],
    ['discount', 8],
  ]);
  let total = 0;
  for (let i = 1; i <= times; i++) {
    variables.set('count', i % 9);
    const tree = new Parser(text).parse();
    for (let turn = 1; turn <= 5; turn++) total += tree.evaluate(variables);
  }
  return total;
}

timeRounds(() => run(8000));
