/** `touchstone init`: creates a suite. */
import { writeSuite } from '../conformance/init/write-suite.js';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { harnessFlags } from './options/option-table.js';

const epilogue = `
With an OpenAPI description (3.0 to 3.2), the suite has a requirement and a
scenario for every operation and documented status, except 5xx and 429, which
depend on no request; without one, two requirements as examples. No file is
ever overwritten.

Exit codes:
  0  the suite is written
  2  wrong usage, or a file exists already; then nothing is written

Example:
  touchstone init my-suite --openapi openapi.yaml
  touchstone check --suite my-suite --base-url http://127.0.0.1:8080`;

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone init', environment)
    .description('Creates a suite that can be run immediately.')
    .argument('<dir>', 'the folder of the new suite')
    .option('--openapi <file>', 'the OpenAPI description of the API')
    .addHelpText('after', epilogue);
  return await runCommand(command, environment, async () => {
    const { openapi } = command.opts<{ openapi?: string }>();
    const [folder] = command.processedArgs as [string];
    const { cwd, call } = environment;
    const input = { folder, cwd, call, openapi, takenOptions: harnessFlags };
    environment.stdout.write(await writeSuite(input));
    return 0;
  });
}
