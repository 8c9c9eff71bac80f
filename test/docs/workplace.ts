/** Runs the commands of guides and examples in a temporary folder. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../kit/package-root.js';

const command = `${process.execPath} ${packageFile('bin', 'touchstone.js')}`;

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** A temporary folder with the example scripts. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'touchstone-guide-'));

  constructor() {
    cpSync(packageFile('examples'), this.folder, { recursive: true });
    cpSync(packageFile('examples'), join(this.folder, 'examples'), { recursive: true });
  }

  /** Runs commands in a shell; `npx touchstone` starts this checkout's program. */
  run(script: string, env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    const adapted = script.replaceAll('npx touchstone', '$TOUCHSTONE_COMMAND');
    const options = {
      cwd: this.folder,
      env: { ...process.env, TOUCHSTONE_COMMAND: command, ...env },
    };
    return new Promise((resolve) => {
      execFile('bash', ['-c', `set -euo pipefail\n${adapted}`], options, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: out + err });
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Reads the code blocks of a guide in one language, in order. */
export function readBlocks(guide: string, language: string): string[] {
  const text = readFileSync(packageFile('docs', guide), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...text.matchAll(fence)].map(([, block = '']) => block);
}
