/**
 * Entry point for cucumber-js, which imports it by `cucumber.json`: gives it the steps of the
 * shipped suite, so that it can list their uses (`npx cucumber-js --dry-run --format usage`). It
 * cannot run them.
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
