/**
 * Writes random programs that compile: names are declared before use, `this` is in methods, `break`
 * in loops. Most operations make sense; others fail in a fiber, so that the program continues.
 */

import type { Random } from '../../random.js';
import { forms, leaves, signatures } from './grammar.js';

/** Context of code in a program. */
interface Place {
  /** Visible variables. */
  readonly names: readonly string[];
  readonly within: 'function' | 'method' | 'static method';
  readonly isInLoop: boolean;
  /** Number of enclosing expressions and blocks. */
  readonly depth: number;
}

const deepest = 8;

/** Runs a block in a fiber and continues after errors and yields. */
const runner = `class Runner {
static run(block) {
var fiber = Fiber.new(block)
var turn = 0
while (!fiber.isDone && (turn = turn + 1) < 9) System.print(fiber.try(turn))
}
}`;

/** Writes a program. Equal seeds write equal programs. */
export function writeProgram(random: Random): string {
  return new ProgramWriter(random).writeModule();
}

class ProgramWriter {
  readonly #random: Random;
  #namesSoFar = 0;
  /** Number of expressions that may still be nested. */
  #left = 100;

  constructor(random: Random) {
    this.#random = random;
  }

  writeModule(): string {
    const names = ['Count', 'Base'];
    const lines = [runner, 'var Count = 0', this.#writeClass('Base', undefined, names)];
    names.push('Derived');
    lines.push(this.#writeClass('Derived', 'Base', names));
    for (let index = 0; index < 3; index++) {
      const name = this.#newName();
      lines.push(`var ${name} = ${this.#writeLeaf('any', names)}`);
      names.push(name);
    }
    const place: Place = { names, within: 'function', isInLoop: false, depth: 2 };
    for (let index = 0; index < 3; index++) {
      lines.push(`Runner.run {\n${this.#writeStatements(place, 3).join('\n')}\n}`);
    }
    return `${[...lines, ...this.#writeStatements(place, 3)].join('\n')}\n`;
  }

  #newName(): string {
    this.#namesSoFar++;
    const special = ['constructor', 'prototype', 'arguments', 'await', 'undefined', 'then'];
    const base = this.#random.oneIn(8) ? this.#random.pick(special) : 'v';
    return `${base}${this.#namesSoFar}`;
  }

  #writeClass(name: string, superclass: string | undefined, names: readonly string[]): string {
    const members = new Map([['new', 'construct new(a) { _field = a }']]);
    while (members.size < 5) {
      const signature = this.#random.pick(signatures);
      const isStatic = this.#random.oneIn(4);
      const heading = isStatic ? `static ${signature}` : signature;
      const place: Place = {
        names: [...names, ...(signature.match(/\b[ab]\b/g) ?? [])],
        within: isStatic ? 'static method' : 'method',
        isInLoop: false,
        depth: 3,
      };
      members.set(heading, `${heading} ${this.#writeBody('', place)}`);
    }
    const heading = superclass === undefined ? name : `${name} is ${superclass}`;
    return `class ${heading} {\n${[...members.values()].join('\n')}\n}`;
  }

  /** A block argument: `{|a| … }`. */
  #writeBlock(place: Place): string {
    const parameters = Array.from({ length: this.#random.below(3) }, () => this.#newName());
    const heading = parameters.length === 0 ? '' : `|${parameters.join(', ')}|`;
    const names = [...place.names, ...parameters];
    return this.#writeBody(heading, { ...place, names, isInLoop: false, depth: place.depth + 1 });
  }

  /** A body in braces: an expression on one line, or statements. */
  #writeBody(heading: string, place: Place): string {
    if (this.#random.below(3) > 0) return `{${heading} ${this.#writeAlone(place)} }`;
    const statements = this.#writeStatements(place, 3);
    if (this.#random.oneIn(2)) statements.push(`return ${this.#write('any', place)}`);
    return `{${heading}\n${statements.join('\n')}\n}`;
  }

  #writeStatements(place: Place, most: number): string[] {
    const lines: string[] = [];
    const names = [...place.names];
    const count = 1 + this.#random.below(most);
    for (let index = 0; index < count; index++) {
      const within: Place = { ...place, names: [...names], depth: place.depth + 1 };
      if (this.#random.oneIn(4)) {
        const name = this.#newName();
        lines.push(`var ${name} = ${this.#write('any', within)}`);
        names.push(name);
      } else {
        lines.push(this.#writeStatement(within));
      }
    }
    return lines;
  }

  #writeStatement(place: Place): string {
    const block = () => `{\n${this.#writeStatements(place, 2).join('\n')}\n}`;
    if (place.depth > deepest) return this.#writeAlone(place);
    switch (this.#random.below(10)) {
      case 0:
        return `if (${this.#write('any', place)}) ${block()} else ${block()}`;
      case 1:
        return `if (${this.#write('bool', place)}) ${block()}`;
      case 2:
        return this.#writeFor(place);
      case 3:
        return this.#writeWhile(place);
      case 4:
        return block();
      case 5:
        return place.isInLoop ? this.#random.pick(['break', 'continue']) : block();
      case 6:
        return `System.print(${this.#write('any', place)})`;
      default:
        return this.#writeAlone(place);
    }
  }

  #writeFor(place: Place): string {
    const name = this.#newName();
    const sequence = this.#write(this.#random.pick(['range', 'sequence', 'any']), place);
    const within: Place = { ...place, names: [...place.names, name], isInLoop: true };
    return `for (${name} in ${sequence}) {\n${this.#writeStatements(within, 3).join('\n')}\n}`;
  }

  /** A loop with few iterations. */
  #writeWhile(place: Place): string {
    const name = this.#newName();
    const body = this.#writeStatements({ ...place, isInLoop: true }, 3).join('\n');
    return `var ${name} = 0\nwhile ((${name} = ${name} + 1) < 4) {\n${body}\n}`;
  }

  /** An expression as a statement, in which a leading brace would open a block. */
  #writeAlone(place: Place): string {
    const text = this.#write('any', place);
    return text.startsWith('{') ? `(${text})` : text;
  }

  /** An expression of a kind that the grammar lists. */
  #write(kind: string, place: Place): string {
    this.#left--;
    if (this.#left < 0 || place.depth > deepest) return this.#writeLeaf(kind, place.names);
    const choices = [...(forms[kind] ?? []), ...this.#ownForms(kind, place)];
    const form = this.#random.oneIn(4) ? this.#leafForm(kind) : this.#random.pick(choices);
    return this.#fill(form, { ...place, depth: place.depth + 1 });
  }

  /** Forms that are valid in methods only. */
  #ownForms(kind: string, { within }: Place): readonly string[] {
    if (kind !== 'own' || within === 'function') return [];
    return forms[within === 'method' ? 'ownOfMethod' : 'ownOfStatic'] ?? [];
  }

  #fill(form: string, place: Place): string {
    return form.replaceAll(/<(\w+)>/g, (_, part: string) => {
      if (part === 'name') return this.#random.pick(place.names);
      if (part === 'block') return this.#writeBlock(place);
      return this.#write(part, place);
    });
  }

  #writeLeaf(kind: string, names: readonly string[]): string {
    return this.#leafForm(kind).replaceAll(/<(\w+)>/g, (_, part: string) =>
      part === 'name' ? this.#random.pick(names) : this.#writeLeaf(part, names),
    );
  }

  #leafForm(kind: string): string {
    const short = forms[kind]?.filter((form) => !form.includes('<')) ?? [];
    return this.#random.pick(leaves[kind] ?? short);
  }
}
