import { expect, it } from 'vitest';
import { renderFigures } from '../../../bench/report/main.js';

const figures = {
  cases: 20,
  html: { ms: 30, length: 1_000_000 },
  json: { ms: 10, length: 4_000_000 },
  browser: [],
};

it('shows time and size of the page with their ratios to the JSON', () => {
  expect(renderFigures(figures)).toBe(
    `| 20 cases    | HTML | JSON | ratio |
| ----------- | ---: | ---: | ----: |
| ms to write | 30.0 | 10.0 |  3.00 |
| MB          | 1.00 | 4.00 |  0.25 |
`,
  );
});

it('shows waiting times in the browser with their ratios to opening the page', () => {
  const browser = [['open the page', 800] as const, ['clear the search', 8] as const];
  expect(renderFigures({ ...figures, browser })).toContain(
    `
| in Chromium      |   ms | of opening |
| ---------------- | ---: | ---------: |
| open the page    |  800 |       1.00 |
| clear the search | 8.00 |       0.01 |
`,
  );
});
