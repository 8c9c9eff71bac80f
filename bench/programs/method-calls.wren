// Methods, getters and setters that call one another, with implicit receivers.
import "./rounds" for Rounds

class Account {
  construct new(balance) { _balance = balance }

  balance { _balance }
  balance=(value) { _balance = value }

  covers(amount) { balance >= amount }
  deposit(amount) { balance = balance + amount }

  withdraw(amount) {
    if (!covers(amount)) return false
    balance = balance - amount
    return true
  }

  transfer(amount, other) {
    if (!withdraw(amount)) return false
    other.deposit(amount)
    return true
  }
}

class Bank {
  static trade(count) {
    var left = Account.new(1000)
    var right = Account.new(50)
    var refused = 0
    for (i in 1..count) {
      if (!left.transfer(i % 7, right)) refused = refused + 1
      if (!right.transfer(i % 5, left)) refused = refused + 1
    }
    return "%(refused) refused, %(left.balance) left"
  }
}

Rounds.time { Bank.trade(4000000) }
