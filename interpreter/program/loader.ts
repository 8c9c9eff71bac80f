/** Where modules come from; the host supplies it. */
export interface ModuleLoader {
  /**
   * The canonical name of the module that `import "name"` means in the module `importer`. Modules
   * are told apart by canonical name. `name` and the answer are byte strings.
   */
  resolve(name: string, importer: string): string;
  /** A module's text (bytes, or a string that is encoded as UTF-8); undefined if there is none. */
  load(name: string): string | Uint8Array | undefined;
}
