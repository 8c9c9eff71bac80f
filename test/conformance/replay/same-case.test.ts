/** A case of a replay is compared with the recorded one of the same scenario, wherever it stands now. */
import { expect, test } from 'vitest';
import { atStatus, exactly } from '../../../conformance/mismatches/mismatch.js';
import { concludeReplay } from '../../../conformance/replay/describe.js';
import type { CaseResult } from '../../../conformance/report/model.js';
import type { Case } from '../../../conformance/verdict/case.js';

const failed = (more: Partial<CaseResult>) => ({
  ...{ server: 'api', feature: 'a.feature', line: 9, scenario: 'Read', row: null, verdict: 'fail' },
  ...{
    origin: null,
    reason: null,
    mismatches: [
      {
        ...{ place: atStatus, kind: 'value', expected: exactly(200), observed: exactly(500) },
        path: 'status',
      },
    ],
    exchanges: [],
  },
  ...more,
});

test.each<[string, Partial<CaseResult>, string]>([
  ['at another line', { line: 11 }, 'Still broken, in the same way.'],
  ['in another file', { feature: 'b.feature' }, 'Still broken, in the same way.'],
  ['another row', { row: '2' }, 'Still broken, but differently.'],
  ['another scenario', { scenario: 'List' }, 'Still broken, but differently.'],
])('a failure %s', (_name, more, sentence) => {
  const again = [{ ...failed(more), row: more.row ?? undefined }] as unknown as Case[];
  const before = [failed({})] as unknown as CaseResult[];
  expect(concludeReplay(again, before).sentence).toBe(sentence);
});
