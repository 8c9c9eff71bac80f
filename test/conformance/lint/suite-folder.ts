/** Suites in temporary folders. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CommandResult, makeFolder, runCommand } from '../run-check.js';

/** The files of a suite that lints clean, by name; tests change some of them. */
export const soundSuite: Readonly<Record<string, string>> = {
  'suite.yaml': `name: lamp
title: Lamp
requirements: requirements.yaml
features: features
steps: steps
`,
  'requirements.yaml': `requirements:
  - id: lamp.switch.on
    statement: It can be switched on.
  - id: lamp.switch.off
    needs: [lamp.switch.on]
    statement: It can be switched off.
`,
  'features/lamp.feature': `Feature: Lamp

  @req:lamp.switch.on
  Scenario: On
    When it is switched on

  @req:lamp.switch.off
  Scenario: Off
    When it is switched off
`,
  'steps/lamp.steps.js': `import { When } from 'touchstone';

When('it is switched {word}', () => {});
`,
};

/**
 * Writes the sound suite with other files into a new folder, whose name contains what URLs and shells
 * treat differently; undefined omits a file.
 */
export function writeSuite(files: Readonly<Record<string, string | undefined>> = {}): string {
  const folder = join(makeFolder(), 'a b#c é (f)');
  for (const [name, text] of Object.entries({ ...soundSuite, ...files })) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The output of `touchstone lint`, with names relative to the suite's folder. */
export async function lint(folder: string, ...options: string[]): Promise<CommandResult> {
  const result = await runCommand('lint', [folder, ...options], {}, folder);
  return { ...result, stdout: result.stdout.replaceAll(`${folder}/`, '') };
}

/** The findings of a suite, without the line that counts them. */
export async function findingsIn(
  files: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const { stdout } = await lint(writeSuite(files));
  return stdout.trimEnd().split('\n').slice(0, -1);
}
