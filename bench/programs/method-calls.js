import { timeRounds } from './rounds.js';

class Account {
  #balance;

  constructor(balance) {
    this.#balance = balance;
  }

  get balance() {
    return this.#balance;
  }

  set balance(value) {
    this.#balance = value;
  }

  covers(amount) {
    return this.balance >= amount;
  }

  deposit(amount) {
    this.balance += amount;
  }

  withdraw(amount) {
    if (!this.covers(amount)) return false;
    this.balance -= amount;
    return true;
  }

  transfer(amount, other) {
    if (!this.withdraw(amount)) return false;
    other.deposit(amount);
    return true;
  }
}

function trade(count) {
  const left = new Account(1000);
  const right = new Account(50);
  let refused = 0;
  for (let i = 1; i <= count; i++) {
    if (!left.transfer(i % 7, right)) refused++;
    if (!right.transfer(i % 5, left)) refused++;
  }
  return `${refused} refused, ${left.balance} left`;
}

timeRounds(() => trade(4_000_000));
