import type { LocalVariable } from './resolved-ast.js';

const maxFields = 255;

/** What is gathered about a class while its methods are resolved. */
export class ClassScope {
  readonly id: number;
  readonly name: string;
  readonly isForeign: boolean;
  readonly staticFields: LocalVariable[] = [];
  readonly #fields = new Map<string, number>();
  readonly #signatures = new Set<string>();

  constructor(id: number, name: string, isForeign: boolean) {
    this.id = id;
    this.name = name;
    this.isForeign = isForeign;
  }

  /** Names of fields without underscore, in the order of their first mention. */
  get fields(): readonly string[] {
    return [...this.#fields.keys()];
  }

  /** Notes a field by its name without underscore. False when it is one too many. */
  addField(name: string): boolean {
    let index = this.#fields.get(name);
    if (index === undefined) {
      index = this.#fields.size;
      this.#fields.set(name, index);
    }
    return index < maxFields;
  }

  /** False when the class has such a method already. */
  addMethod(signature: string, isStatic: boolean): boolean {
    const key = isStatic ? `static ${signature}` : signature;
    if (this.#signatures.has(key)) return false;
    this.#signatures.add(key);
    return true;
  }
}
