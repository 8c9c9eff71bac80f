/** The watchdog of threads whose steps compute for ever, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { makeFolder, removeFolders } from '../run-check.js';

afterAll(removeFolders);

const address = (...path: string[]) =>
  JSON.stringify(pathToFileURL(packageFile('dist', 'conformance', ...path)).href);

/** Runs a step of this code, with 60 looks of the watchdog in its time limit. */
function start(code: string, limitMs: number, isInThread = false): ChildProcess {
  const file = join(makeFolder(), 'process.mjs');
  const run = `
    const heartbeat = new Heartbeat(${limitMs});
    const steps = new StuckSteps(${limitMs}, heartbeat);
    await steps.watch(async () => { ${code} }, 'features/a.feature:3: "it ends"');
    process.stderr.write('ended');`;
  writeFileSync(
    file,
    `import { isMainThread, Worker } from 'node:worker_threads';
    import { Heartbeat } from ${address('sessions', 'heartbeat.js')};
    import { StuckSteps } from ${address('sessions', 'stuck-steps.js')};
    import { guardProcess } from ${address('step-files', 'stray-errors.js')};
    const loop = () => { for (;;); };
    if (isMainThread) {
      process.on('SIGINT', () => process.stderr.write('Stopping'));
      const hasEnded = guardProcess('check');
      if (${isInThread}) await new Promise((r) => new Worker(${JSON.stringify(file)}).on('exit', r));
      else {${run}}
      hasEnded();
    } else {${run}}`,
  );
  return spawn(process.execPath, [file]);
}

/** Code during a request, which keeps a step from being stuck, so that only the watchdog can end it. */
const whileWaiting = (code: string) => `await steps.during(async () => { ${code} });`;

/** How a process ends, and what it has written. */
async function endOf(child: ChildProcess, onWrite: (text: string) => void = () => {}) {
  let output = '';
  child.stderr?.on('data', (part) => {
    output += part;
    onWrite(output);
  });
  const [code, signal] = await new Promise<unknown[]>((resolve) => {
    child.on('close', (...end) => resolve(end));
  });
  return { code, signal, output };
}

test('an endless loop ends the process, with the line of its code', async () => {
  const { code, output } = await endOf(start('await null; loop();', 3_000));
  expect(output).toMatch(
    /process\.mjs:\d+: the step has computed for 3 seconds without a pause, as if it were in an endless loop\. The check ends without reports, and may leave rows behind\.\n$/,
  );
  expect(output).not.toContain('debugger');
  expect(code).toBe(2);
});

test('an endless loop in a thread ends the process, with the latest step', async () => {
  const { code, output } = await endOf(start('loop();', 3_000, true));
  expect(output).toMatch(
    /^touchstone check: features\/a\.feature:3: "it ends": the step has computed for 3 seconds/,
  );
  expect(code).toBe(2);
});

test('after some seconds without a pause, a signal ends the process at once', async () => {
  const child = start('loop();', 60_000);
  const { signal, output } = await endOf(child, (text) => {
    if (text.includes('Ctrl+C')) child.kill('SIGINT');
  });
  expect(output).toContain('without a pause. Ctrl+C now ends the check at once, without reports');
  expect(signal).toBe('SIGINT');
});

test('long steps, and short loops with pauses, do not end the process', async () => {
  const busy = 'for (const end = performance.now() + 300; performance.now() < end; );';
  const pause = 'await new Promise((resolve) => setTimeout(resolve, 100));';
  const code = `for (let i = 0; i < 10; i++) { ${busy} ${pause} }`;
  const { code: exitCode, output } = await endOf(start(whileWaiting(code), 2_400));
  expect(output).toMatch(/ended$/);
  expect(output).not.toContain('endless');
  expect(exitCode).toBe(0);
});

test('a process that was stopped goes on', async () => {
  const pause = 'await new Promise((resolve) => setTimeout(resolve, 1000));';
  const child = start(whileWaiting(`process.stderr.write('begun '); ${pause}`), 2_400);
  let isStopped = false;
  const { code, output } = await endOf(child, () => {
    if (isStopped) return;
    isStopped = true;
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), 4_000);
  });
  expect(output).toBe('begun ended');
  expect(code).toBe(0);
});
