/** Compiles the sources and type declarations for the package. */
import { build } from './build.js';
import { declareTypes } from './declare-types.js';

await build();
declareTypes();
