import type { DiagnosticSink } from '../source/diagnostic.js';
import type { Place } from '../source/source-file.js';
import type { Identifier } from '../syntax/ast.js';
import { isLocalName } from '../syntax/scanner/character.js';
import type { ModuleVariable } from './resolved-ast.js';

/** `MAX_MODULE_VARS` in `wren_common.h`. */
const maxVariables = 65_536;

interface Entry {
  readonly variable: ModuleVariable;
  /** First use of a variable without a definition; undefined once it is defined. */
  firstUse: Identifier | undefined;
}

/**
 * The variables of a module's top level. Variables with an upper-case name may be used before their
 * definition.
 */
export class ModuleScope {
  /** Own variables, in the order of first use. */
  readonly variables: ModuleVariable[] = [];
  /** The implicit variables of all modules that this module uses. */
  readonly implicitVariables: ModuleVariable[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #isImplicit: (name: string) => boolean;
  readonly #sink: DiagnosticSink;

  constructor(isImplicit: (name: string) => boolean, sink: DiagnosticSink) {
    this.#isImplicit = isImplicit;
    this.#sink = sink;
  }

  /** Defines a variable. Errors are reported at `place`. */
  define({ name }: Identifier, place: Place): ModuleVariable {
    const entry = this.#find(name);
    if (entry === undefined) return this.#add(name, place, undefined);
    const { firstUse, variable } = entry;
    entry.firstUse = undefined;
    if (firstUse === undefined) this.#sink.report('moduleVariableDefined', place);
    else if (isLocalName(name)) {
      this.#sink.report('usedBeforeDefinition', place, name, firstUse.line);
    }
    return variable;
  }

  /** The variable of a name, which may be defined later. */
  refer(identifier: Identifier): ModuleVariable {
    const entry = this.#find(identifier.name);
    return entry?.variable ?? this.#add(identifier.name, identifier, identifier);
  }

  /** Reports variables without a definition, at the end of the module. */
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
