/** Pages of a suite with as many sections as operations. */
import { expect, test } from 'vitest';
import { makeLargeReport } from '../../../../bench/report/large-report.js';
import { renderHtml } from '../../../../conformance/report/html/page.js';

test('a page reads the section of a row a few times, however many sections there are', () => {
  const report = makeLargeReport(300, 1);
  let reads = 0;
  const requirements = report.requirements.map((row, index) => {
    const section = {
      get: () => {
        reads += 1;
        return `/paths/~1things-${index}/get`;
      },
      enumerable: true,
    };
    return Object.defineProperty({ ...row }, 'section', section);
  });
  renderHtml({ ...report, requirements });
  expect(reads / requirements.length).toBeLessThan(30);
});
