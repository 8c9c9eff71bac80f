import { describe, expect, it } from 'vitest';
import { renderBadgeImage } from '../../../../conformance/report/formats/badge.js';
import { type Report, verdictOrder } from '../../../../conformance/report/model.js';
import { parseXml } from '../parse-xml.js';
import { sampleReport } from '../sample.js';

type Answer = Report['conclusion']['answer'];

/** The texts of a badge for a result with these counts. */
function textsOf(answer: Answer, counts: Partial<Report['counts']>): string[] {
  const none = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0])) as Report['counts'];
  const conclusion = { answer, sentence: '', exitCode: 0 as const };
  const svg = renderBadgeImage(sampleReport({ conclusion, counts: { ...none, ...counts } }));
  const root = parseXml(`<?xml version="1.0" encoding="UTF-8"?>${svg}`);
  const letters = root.children.at(-1)?.children ?? [];
  expect(root.attributes['aria-label']).toBe(letters.map(({ text }) => text).join(': '));
  return letters.map(({ text }) => text);
}

describe('the badge', () => {
  it('counts passed requirements when the server conforms', () => {
    const texts = textsOf('conforms', { pass: 90, observed: 3, 'not applicable': 2 });
    expect(texts).toEqual(['conformance', 'conforms · 90 passed']);
  });

  it('counts failed and unstable requirements', () => {
    const texts = textsOf('does not conform', { fail: 2, unstable: 1, blocked: 5, pass: 1 });
    expect(texts[1]).toBe('does not conform · 3 failed');
  });

  it('counts requirements without a judgement when there is no answer', () => {
    const texts = textsOf('cannot say', { pass: 8, error: 1, 'not tested': 3 });
    expect(texts[1]).toBe('cannot say · 4 not judged');
  });
});
