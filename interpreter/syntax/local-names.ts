/**
 * The names of local variables that the parser has passed, which it needs because Wren's grammar
 * is not context-free: in a method, `foo { … }` calls a method on `this` unless `foo` is a
 * variable, in which case the `{` belongs to what follows. Binding is left to the resolver.
 */
export class LocalNames {
  readonly #names: string[] = [];
  readonly #scopeStarts: number[] = [];
  /** For each open method the number of names outside of it, which it does not see. */
  readonly #methodStarts: number[] = [];

  get isInMethod(): boolean {
    return this.#methodStarts.length > 0;
  }

  openScope(): void {
    this.#scopeStarts.push(this.#names.length);
  }

  closeScope(): void {
    this.#names.length = this.#scopeStarts.pop() ?? 0;
  }

  /** A method's scope, in which the local variables around its class are out of sight. */
  openMethod(): void {
    this.#methodStarts.push(this.#names.length);
    this.openScope();
  }

  closeMethod(): void {
    this.closeScope();
    this.#methodStarts.pop();
  }

  declare(name: string): void {
    this.#names.push(name);
  }

  /** Whether the name is a local variable here. */
  has(name: string): boolean {
    const names = this.#names;
    const start = this.#methodStarts.at(-1) ?? 0;
    let index = names.length - 1;
    while (index >= start && names[index] !== name) index--;
    return index >= start;
  }
}
