/** `touchstone site`: builds public pages from saved results; needs no server. */
import { type Command, InvalidArgumentError } from 'commander';
import { buildSite, type SiteOptions } from '../conformance/site/build-site.js';
import { createCommand, parseText, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { isWebAddress } from '../kit/words.js';

const epilogue = `
The folder may contain results (report.json) under any names, in any folders, of
several implementations, suites and versions. Files that are no results are named
and left out.

Examples:
  touchstone check --base-url http://127.0.0.1:7001 --target-name ours --reports results/ours
  touchstone site results --output public`;

/** An http or https URL with a slash at its end, so that links to files below it can be made. */
function parseAddress(text: string): string {
  if (isWebAddress(text)) return text.endsWith('/') ? text : `${text}/`;
  throw new InvalidArgumentError('It must be an http or https URL.');
}

function describeCommand(environment: Environment): Command {
  return createCommand('touchstone site', environment)
    .description(
      'Builds static pages from the results of many implementations: who conforms, and what changed when.',
    )
    .argument('<results>', 'the folder of results of "touchstone check"', parseText)
    .option('--suite <dir>', 'show only results of this suite, with its current requirements')
    .option('--output <dir>', 'the folder for the site', parseText, 'public')
    .option(
      '--address <url>',
      'where the site is published, for the links in its feeds',
      parseAddress,
    )
    .option(
      '--collected-at <url>',
      'where people add their results, such as a repository',
      parseAddress,
    )
    .addHelpText('after', epilogue);
}

/** Resolves to 0 when the site is written, 2 for wrong usage or a folder without a usable result. */
export function main(environment: Environment): Promise<number> {
  const command = describeCommand(environment).action((results: string, options: SiteOptions) =>
    buildSite(results, options, environment),
  );
  return runCommand(command, environment);
}
