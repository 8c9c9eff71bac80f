// The library's sort with a comparator, on objects and on strings' lengths.
import "./rounds" for Rounds

class Person {
  construct new(name, age) {
    _name = name
    _age = age
  }

  name { _name }
  age { _age }
}

class Sorting {
  static people(count) {
    var people = []
    var value = 42
    for (i in 0...count) {
      value = value * 16807 % 2147483647
      people.add(Person.new("p%(value % 1000)", value % 100000))
    }
    return people
  }

  static checksum(numbers) {
    var sum = 0
    for (i in 0...numbers.count) sum = (sum * 31 + numbers[i]) % 1000003
    return sum
  }

  static run(count) {
    var people = people(count)
    people.sort {|a, b| a.age < b.age }
    var byAge = checksum(people.map {|person| person.age }.toList)
    var sizes = people.map {|person| person.name.count * 1000 + person.age % 1000 }.toList
    sizes.sort {|a, b| a > b }
    return "%(byAge), %(checksum(sizes))"
  }
}

Rounds.time { Sorting.run(60000) }
