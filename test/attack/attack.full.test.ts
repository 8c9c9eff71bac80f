/** All attacks of `npm run attack`, each against a server of its own. */
import { expect, test } from 'vitest';
import { recordFigures } from '../figures.js';
import { runCommand } from '../reference-server/support/command.js';
import { main } from './main.js';

test('the server withstands every attack', async (context) => {
  const { code, stdout } = await runCommand(main, ['--slowness', '4'], process.cwd());
  const ends = [...stdout.matchAll(/^[^|]*: (withstood|\S.*)$/gm)].map(([, end]) => end);
  const withstood = ends.filter((end) => end === 'withstood');
  recordFigures(context, `The server withstood ${withstood.length} of ${ends.length} attacks.`);
  expect([code, stdout.match(/^[^|]*: (?!withstood$).*$/gm) ?? []]).toEqual([0, []]);
});
