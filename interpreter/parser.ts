/**
 * The parser alone, for tools of this repository that read programs and do not run them. It is no
 * door for others, as `index.ts` is: what a tree is made of changes with the compiler.
 */
export { DiagnosticSink } from './diagnostics/diagnostic.js';
export { SourceFile } from './source/source-file.js';
export { parseModule } from './syntax/parse-module.js';
