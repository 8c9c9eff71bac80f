/**
 * Gives the steps of the suite that comes with Touchstone to cucumber-js, which can then list where
 * each of them is used (`npx cucumber-js --dry-run --format usage`). It cannot run them.
 */
import { defineParameterType, Given, setWorldConstructor } from '@cucumber/cucumber';
import { loadShippedSuite } from '../suite/load-suite.js';
import { collectSteps } from './load-steps.js';

const { types, steps, World } = await collectSteps(loadShippedSuite());
for (const { name, regexp, transformer = (text: string) => text } of types) {
  defineParameterType({ name, regexp: [regexp].flat() as RegExp[], transformer });
}
for (const { pattern, code } of steps) Given(pattern, code);
setWorldConstructor(World);
