/** What is kept of a case: its requests and answers as reports show them, without secrets. */
import {
  type BodyLimits,
  describeExchange,
  roundDuration,
  type Style,
} from '../http/described-exchange.js';
import { isSafe } from '../http/read-only.js';
import { redactDeep } from '../http/redact.js';
import type { Level } from '../suite/requirements.js';
import type { Case, RecordedExchange } from './case.js';

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
  one: Case<RecordedExchange>,
  level: Level,
  { insecure, redact }: Omit<Style, 'limits'>,
): Case {
  const { verdict, reason, mismatches, observations, exchanges } = one;
  const isExpected = level === 'must' && verdict === 'pass';
  const style = { insecure, redact, limits: isExpected ? expectedLimits : limits };
  return {
    ...one,
    reason: reason && redact(reason),
    mismatches: redactDeep(mismatches, redact),
    observations: redactDeep(observations, redact),
    exchanges: exchanges.map((exchange, index) => {
      const isEarly = index < exchanges.length - mostWhole && isSafe(exchange.request.method);
      return describeExchange(exchange, isEarly ? { ...style, limits: expectedLimits } : style);
    }),
    durationMs: roundDuration(one.durationMs),
  };
}

/** Scenarios run in a random order; reports have theirs. */
export function byPlace(a: Case, b: Case): number {
  if (a.feature !== b.feature) return a.feature < b.feature ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  return a.server < b.server ? -1 : Number(a.server > b.server);
}
