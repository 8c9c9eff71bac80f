/**
 * A program of at least the given number of lines: classes of 20 lines that use most of the language,
 * each called by the next, so that the last result depends on all of them.
 */
export function generateProgram(lines: number): string {
  const count = Math.ceil(lines / 20);
  const classes = Array.from({ length: count }, (_, index) => generateClass(index));
  return `${classes.join('')}System.print(Part${count - 1}.new("end").total)\n`;
}

/** The output of the program with that many lines: each class adds the sum of its own parts. */
export function resultOfGenerated(lines: number): string {
  const count = Math.ceil(lines / 20);
  let total = 0;
  for (let index = 0; index < count; index++) total += 6 + (index % 7);
  return String(total);
}

function generateClass(index: number): string {
  const previous = index === 0 ? '0' : `Part${index - 1}.new("part %(_name)").total`;
  return `class Part${index} {
  construct new(name) {
    _name = name
    _sizes = [1, 2, 3]
    _options = {"weight": ${index % 7}, "color": "blue"}
  }
  name { "%(_name) of ${index}" }
  name=(value) { _name = value }
  sum(from) {
    var sum = from
    for (size in _sizes) {
      if (size > 0 && name != "") sum = sum + size
    }
    return sum
  }
  total { sum(${previous}) + weight.call(1) }
  weight { Fn.new {|times| _options["weight"] * times } }
  isHeavy { weight.call(2) >= 10 || !(_sizes[0] is Num) }
}

`;
}
