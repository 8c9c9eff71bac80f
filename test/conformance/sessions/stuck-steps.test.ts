import { expect, test } from 'vitest';
import { TargetFailure } from '../../../conformance/http/target-failure.js';
import { StuckSteps } from '../../../conformance/sessions/stuck-steps.js';
import { SuiteMistake } from '../../../conformance/verdict/outcomes.js';

const forever = new Promise<never>(() => {});
const limitMs = 20;
const place = 'features/a.feature:3: "it holds"';

test('a step that ends resolves, and its error is passed on', async () => {
  const steps = new StuckSteps(limitMs);
  await steps.watch(() => Promise.resolve(), place);
  await expect(steps.watch(() => Promise.reject(new Error('wrong')), place)).rejects.toThrow(
    'wrong',
  );
});

test('a step is stuck when the session waits for nothing', async () => {
  const steps = new StuckSteps(limitMs);
  await expect(steps.watch(() => forever, place)).rejects.toThrow(SuiteMistake);
  await expect(steps.watch(() => forever, place)).rejects.toThrow(
    /^The step does not end: for 0 seconds /,
  );
});

test('a step waits for the requests and pauses of all scenarios', async () => {
  const steps = new StuckSteps(limitMs);
  let answer = () => {};
  const request = steps.during(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const later = new StuckSteps(5 * limitMs);
  const first = steps.watch(() => forever, place).catch(() => 'the step with a request');
  // Its limit is five times as long.
  const second = later.watch(() => forever, place).catch(() => 'the step without one');
  expect(await Promise.race([first, second])).toBe('the step without one');
  answer();
  await request;
  expect(await first).toBe('the step with a request');
});

test('a stopped run ends a step without blame', async () => {
  const steps = new StuckSteps(limitMs);
  steps.stop();
  await expect(steps.watch(() => forever, place)).rejects.toThrow(TargetFailure);
});
