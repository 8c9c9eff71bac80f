/** The progress of a proof: a line that is redrawn on a terminal, and a line now and then elsewhere. */
import type { Environment } from '../../kit/environment.js';
import { isInteractive } from '../report/console/terminal.js';
import type { ProofListener } from './planting/proof.js';

/** The least time between two lines, in milliseconds: on a terminal, and elsewhere. */
const [redrawMs, lineMs] = [250, 10_000];

/** The progress, and its end. */
export interface ProofProgress extends ProofListener {
  /** Removes the line from a terminal. */
  finish(): void;
}

/** Creates the progress of a proof that begins now. */
export function createProgress({ stdout, env }: Environment): ProofProgress {
  const isRedrawn = isInteractive(stdout, env);
  let last = performance.now();
  let plantingSince: number | undefined;
  const print = (text: string) => {
    const now = performance.now();
    if (now - last < (isRedrawn ? redrawMs : lineMs)) return;
    last = now;
    stdout.write(isRedrawn ? `\r\u001b[K${text}` : `${text}\n`);
  };
  return {
    record: (done, all) => print(`recording · ${done} of ${all} scenarios`),
    plant(done, all, unnoticed) {
      plantingSince ??= performance.now();
      const each = (performance.now() - plantingSince) / Math.max(done, 1);
      const rest = done === 0 ? '' : ` · about ${Math.ceil((each * (all - done)) / 1000)} s to go`;
      print(`${done} of ${all} faults · ${unnoticed} not noticed so far${rest}`);
    },
    suggest: (done, all) => print(`suggestions for ${done} of ${all} survivors`),
    finish() {
      if (isRedrawn) stdout.write('\r\u001b[K');
    },
  };
}
