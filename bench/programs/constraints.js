import { timeRounds } from './rounds.js';

/** Lower ranks are stronger. */
const rank = { required: 0, strong: 1, normal: 2, weak: 3, weakest: 4 };

class Cell {
  rules = [];
  /** The rule that computes the cell, or null. */
  source = null;
  /** The rank of the weakest rule that would have to give way for a new value. */
  rank = rank.weakest;
  isFixed = true;
  mark = 0;

  constructor(value) {
    this.value = value;
  }

  leave(rule) {
    this.rules.splice(this.rules.indexOf(rule), 1);
    if (this.source === rule) this.source = null;
  }
}

class Rule {
  constructor(rank) {
    this.rank = rank;
  }

  get isInput() {
    return false;
  }

  get isKept() {
    return false;
  }

  /** Takes the place of a weaker rule, which is returned, or of none. */
  claim(mark, network) {
    this.choose(mark);
    if (!this.isActive) {
      if (this.rank === rank.required) throw new Error('A required rule cannot hold.');
      return null;
    }
    this.markInputs(mark);
    const cell = this.output;
    const displaced = cell.source;
    if (displaced !== null) displaced.release();
    cell.source = this;
    if (!network.update(this, mark)) throw new Error('The rules form a cycle.');
    cell.mark = mark;
    return displaced;
  }

  /** Passes rank and value on to the output. */
  pass() {
    const cell = this.output;
    cell.rank = this.outputRank;
    cell.isFixed = this.isKept;
    if (cell.isFixed) this.run();
  }
}

class OneCellRule extends Rule {
  isActive = false;

  constructor(cell, rank) {
    super(rank);
    this.cell = cell;
  }

  get output() {
    return this.cell;
  }

  isReady() {
    return true;
  }

  get outputRank() {
    return this.rank;
  }

  markInputs() {}

  join() {
    this.cell.rules.push(this);
  }

  release() {
    this.isActive = false;
  }

  run() {}

  leave() {
    this.cell.leave(this);
    this.isActive = false;
  }

  choose(mark) {
    this.isActive = this.cell.mark !== mark && this.rank < this.cell.rank;
  }
}

class Keep extends OneCellRule {
  get isKept() {
    return true;
  }
}

class Edit extends OneCellRule {
  get isInput() {
    return true;
  }
}

class TwoCellRule extends Rule {
  direction = 0;

  constructor(left, right, rank) {
    super(rank);
    this.left = left;
    this.right = right;
  }

  get isForward() {
    return this.direction === 1;
  }

  get isActive() {
    return this.direction !== 0;
  }

  get input() {
    return this.direction === 1 ? this.left : this.right;
  }

  get output() {
    return this.direction === 1 ? this.right : this.left;
  }

  get outputRank() {
    return this.rank > this.input.rank ? this.rank : this.input.rank;
  }

  get isKept() {
    return this.input.isFixed;
  }

  markInputs(mark) {
    this.input.mark = mark;
  }

  release() {
    this.direction = 0;
  }

  isReady(mark) {
    const cell = this.input;
    return cell.mark === mark || cell.isFixed || cell.source === null;
  }

  join() {
    this.left.rules.push(this);
    this.right.rules.push(this);
  }

  leave() {
    this.left.leave(this);
    this.right.leave(this);
    this.direction = 0;
  }

  choose(mark) {
    const { left, right } = this;
    const forward = right.mark !== mark && this.rank < right.rank;
    const backward = left.mark !== mark && this.rank < left.rank;
    if (left.mark === mark) {
      this.direction = forward ? 1 : 0;
    } else if (right.mark === mark) {
      this.direction = backward ? -1 : 0;
    } else if (left.rank > right.rank) {
      this.direction = backward ? -1 : 0;
    } else {
      this.direction = forward ? 1 : backward ? -1 : 0;
    }
  }
}

class Equal extends TwoCellRule {
  run() {
    this.output.value = this.input.value;
  }
}

class Linear extends TwoCellRule {
  constructor(left, factor, offset, right, rank) {
    super(left, right, rank);
    this.factor = factor;
    this.offset = offset;
  }

  get isKept() {
    return super.isKept && this.factor.isFixed && this.offset.isFixed;
  }

  join() {
    super.join();
    this.factor.rules.push(this);
    this.offset.rules.push(this);
  }

  leave() {
    super.leave();
    this.factor.leave(this);
    this.offset.leave(this);
  }

  markInputs(mark) {
    super.markInputs(mark);
    this.factor.mark = mark;
    this.offset.mark = mark;
  }

  run() {
    const { left, right, factor, offset } = this;
    if (this.isForward) right.value = left.value * factor.value + offset.value;
    else left.value = (right.value - offset.value) / factor.value;
  }
}

class Network {
  #mark = 0;

  nextMark() {
    this.#mark++;
    return this.#mark;
  }

  add(rule) {
    rule.join();
    this.restore(rule);
  }

  remove(rule) {
    const cell = rule.output;
    rule.release();
    rule.leave();
    for (const each of this.resetFrom(cell)) this.restore(each);
  }

  /** Claims for a rule, then for those that lose their places. */
  restore(rule) {
    const mark = this.nextMark();
    let displaced = rule.claim(mark, this);
    while (displaced !== null) displaced = displaced.claim(mark, this);
  }

  /** Forgets what was computed from a cell; returns the inactive rules there, strongest first. */
  resetFrom(cell) {
    cell.rank = rank.weakest;
    cell.isFixed = true;
    const inactive = [];
    const pending = [cell];
    while (pending.length > 0) {
      const next = pending.pop();
      for (const rule of next.rules) {
        if (!rule.isActive) {
          inactive.push(rule);
        } else if (rule !== next.source) {
          rule.pass();
          pending.push(rule.output);
        }
      }
    }
    return inactive.sort((one, other) => one.rank - other.rank);
  }

  /** Passes on what a new rule changes; false if its own output is among its inputs. */
  update(rule, mark) {
    const pending = [rule];
    while (pending.length > 0) {
      const next = pending.pop();
      const cell = next.output;
      if (cell.mark === mark) return false;
      next.pass();
      this.addReaders(cell, pending);
    }
    return true;
  }

  addReaders(cell, pending) {
    for (const rule of cell.rules) {
      if (rule !== cell.source && rule.isActive) pending.push(rule);
    }
  }

  /** The active rules that follow from some, in an order in which each has its inputs. */
  plan(inputs) {
    const mark = this.nextMark();
    const steps = [];
    const pending = inputs.filter((rule) => rule.isInput && rule.isActive);
    while (pending.length > 0) {
      const rule = pending.pop();
      const cell = rule.output;
      if (cell.mark !== mark && rule.isReady(mark)) {
        steps.push(rule);
        cell.mark = mark;
        this.addReaders(cell, pending);
      }
    }
    return steps;
  }

  /** Changes a cell to each of the values, and everything that depends on it. */
  change(cell, values) {
    const edit = new Edit(cell, rank.strong);
    this.add(edit);
    const steps = this.plan([edit]);
    for (const value of values) {
      cell.value = value;
      for (const step of steps) step.run();
    }
    this.remove(edit);
  }
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const makeCells = (count) => Array.from({ length: count }, (_, index) => new Cell(index));

/** A row of equal cells: a change of the first one reaches the last. */
function chain(length) {
  const network = new Network();
  const cells = makeCells(length + 1);
  for (let i = 0; i < length; i++) network.add(new Equal(cells[i], cells[i + 1], rank.required));
  network.add(new Keep(cells[length], rank.weak));
  network.change(cells[0], range(1, 60));
  return cells[length].value;
}

/** Pairs of cells with one factor and one offset, which are changed from all sides. */
function pairs(count) {
  const network = new Network();
  const factor = new Cell(10);
  const offset = new Cell(1000);
  const left = makeCells(count);
  const right = makeCells(count);
  for (let i = 0; i < count; i++) {
    network.add(new Keep(left[i], rank.normal));
    network.add(new Linear(left[i], factor, offset, right[i], rank.required));
  }
  network.change(left[0], range(1, 20));
  let sum = right[0].value;
  network.change(right[1], [1050, 1060]);
  sum += left[1].value;
  network.change(factor, range(1, 10));
  network.change(offset, range(500, 520));
  for (const cell of right) sum += cell.value;
  return sum;
}

function run(times) {
  let sum = 0;
  for (let i = 0; i < times; i++) sum += chain(3000) + pairs(2000);
  return sum;
}

timeRounds(() => run(16));
