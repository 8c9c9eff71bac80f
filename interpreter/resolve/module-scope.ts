import type { DiagnosticSink } from '../source/diagnostic.js';
import type { Place } from '../source/source-file.js';
import type { Identifier } from '../syntax/ast.js';
import type { ModuleVariable } from './resolved-ast.js';

const maxVariables = 65_536;

interface Entry {
  readonly variable: ModuleVariable;
  /** Where a variable was first used that has no definition yet; undefined once it has. */
  firstUse: Identifier | undefined;
}

/**
 * The variables at a module's top level. They may be used before their definition, as long as
 * there is one in the end; those with a lower-case name only after it.
 */
export class ModuleScope {
  /** In the order of their first mention. */
  readonly variables: ModuleVariable[] = [];
  /** The names among those given to every module that this one mentions. */
  readonly implicitVariables: ModuleVariable[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #isImplicit: (name: string) => boolean;
  readonly #sink: DiagnosticSink;

  constructor(isImplicit: (name: string) => boolean, sink: DiagnosticSink) {
    this.#isImplicit = isImplicit;
    this.#sink = sink;
  }

  /** Defines a variable; `place` is where an error is reported. */
  define({ name }: Identifier, place: Place): ModuleVariable {
    const entry = this.#find(name);
    if (entry === undefined) return this.#add(name, place, undefined);
    const { firstUse, variable } = entry;
    entry.firstUse = undefined;
    if (firstUse === undefined) this.#sink.report('moduleVariableDefined', place);
    else if (isLowerCase(name)) {
      this.#sink.report('usedBeforeDefinition', place, name, firstUse.line);
    }
    return variable;
  }

  /** The variable that a name stands for, defined already or later. */
  refer(identifier: Identifier): ModuleVariable {
    const entry = this.#find(identifier.name);
    return entry?.variable ?? this.#add(identifier.name, identifier, identifier);
  }

  /** Reports the variables that turned out to have no definition. */
  reportUndefined(): void {
    for (const { firstUse } of this.#entries.values()) {
      if (firstUse !== undefined) this.#sink.reportLast('undefinedVariable', firstUse);
    }
  }

  #find(name: string): Entry | undefined {
    const known = this.#entries.get(name);
    if (known !== undefined || !this.#isImplicit(name)) return known;
    const variable = makeVariable(name);
    this.implicitVariables.push(variable);
    const entry: Entry = { variable, firstUse: undefined };
    this.#entries.set(name, entry);
    return entry;
  }

  #add(name: string, place: Place, firstUse: Identifier | undefined): ModuleVariable {
    const variable = makeVariable(name);
    if (this.variables.length === maxVariables) {
      this.#sink.report('tooManyModuleVariables', place);
      return variable;
    }
    this.variables.push(variable);
    this.#entries.set(name, { variable, firstUse });
    return variable;
  }
}

function makeVariable(name: string): ModuleVariable {
  return {
    kind: 'module-variable',
    name,
    assigned: false,
    captured: false,
    looped: false,
  };
}

function isLowerCase(name: string): boolean {
  return name >= 'a';
}
