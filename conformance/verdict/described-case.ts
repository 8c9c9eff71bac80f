/** What is kept of a case: its requests and answers as reports show them, without secrets. */
import {
  type BodyLimits,
  type DescribedExchange,
  describeExchange,
  roundDuration,
  type Style,
} from '../http/described-exchange.js';
import { isSafe } from '../http/read-only.js';
import { type Redact, redactDeep } from '../http/redact.js';
import type { Level } from '../suite/requirements.js';
import type { CaseRecord, Outcome } from './recorder.js';

/** A case of which nothing has to be kept from anybody. */
export type DescribedCase = CaseRecord<DescribedExchange>;

/** A request that somebody repeats has to be whole, if a shell takes it: up to 128 KiB on Linux. */
const limits: BodyLimits = { request: 120 * 1024, answer: 8 * 1024 };

/**
 * So many of the last exchanges are kept as the verdict asks for. Of the requests before them that
 * read, the answers are cut: a case that walks through a long list sends hundreds.
 */
const mostWhole = 20;

/** Of what is rarely looked at again, which is most of a report. */
const expectedLimits: BodyLimits = { request: 8 * 1024, answer: 512 };

/**
 * Every text that comes from the target or the operator is redacted. Texts of our own, such as
 * ids and verdicts, are not: a key like `test` would be found in them.
 *
 * @param level of the requirement that the case judges
 */
export function describeCase(
  record: CaseRecord,
  level: Level,
  { insecure, redact }: Omit<Style, 'limits'>,
): DescribedCase {
  const { outcome, observations, exchanges } = record;
  const isExpected = level === 'must' && outcome.verdict === 'pass';
  const style = { insecure, redact, limits: isExpected ? expectedLimits : limits };
  return {
    ...record,
    outcome: redactOutcome(outcome, redact),
    observations: redactDeep(observations, redact),
    exchanges: exchanges.map((one, index) => {
      const isEarly = index < exchanges.length - mostWhole && isSafe(one.request.method);
      return describeExchange(one, isEarly ? { ...style, limits: expectedLimits } : style);
    }),
    durationMs: roundDuration(record.durationMs),
  };
}

/** Scenarios run in a random order; reports have theirs. */
export function byPlace(a: DescribedCase, b: DescribedCase): number {
  if (a.feature !== b.feature) return a.feature < b.feature ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  return a.server < b.server ? -1 : Number(a.server > b.server);
}

function redactOutcome(outcome: Outcome, redact: Redact): Outcome {
  if (outcome.verdict === 'pass') return outcome;
  if (outcome.verdict !== 'fail') return { ...outcome, reason: redact(outcome.reason) };
  return { ...outcome, mismatches: redactDeep(outcome.mismatches, redact) };
}
