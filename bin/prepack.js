/** Puts into `dist/` what a package needs and a checkout finds elsewhere: the compiled sources and types. */
import { build } from './build.js';
import { declareTypes } from './declare-types.js';

await build();
declareTypes();
