import type { LocalVariable } from './resolved-ast.js';

/** `MAX_FIELDS` in `wren_common.h`. */
const maxFields = 255;

/** Names collected while the methods of a class are resolved. */
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

  /** Field names without underscore, in the order of first use. */
  get fields(): readonly string[] {
    return [...this.#fields.keys()];
  }

  /** Adds a field by its name without underscore. False if it exceeds the limit. */
  addField(name: string): boolean {
    let index = this.#fields.get(name);
    if (index === undefined) {
      index = this.#fields.size;
      this.#fields.set(name, index);
    }
    return index < maxFields;
  }

  /** Adds a method. False if the class has one of that signature already. */
  addMethod(signature: string, isStatic: boolean): boolean {
    const key = isStatic ? `static ${signature}` : signature;
    if (this.#signatures.has(key)) return false;
    this.#signatures.add(key);
    return true;
  }
}
