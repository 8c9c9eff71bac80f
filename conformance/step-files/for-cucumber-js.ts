/**
 * Entry point for cucumber-js, imported through `cucumber.json`. It provides the steps of the
 * shipped suite, so that cucumber-js can list their uses (`npx cucumber-js --dry-run --format
 * usage`). Cucumber-js cannot run them.
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
