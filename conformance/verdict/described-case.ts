/** What is kept of a case: its requests and answers as reports show them, without secrets. */
import {
  type DescribedExchange,
  describeExchange,
  longestBody,
  roundDuration,
  type Style,
} from '../http/described-exchange.js';
import { type Redact, redactDeep } from '../http/redact.js';
import type { Level } from '../requirements.js';
import type { CaseRecord, Outcome } from './recorder.js';

/** A case of which nothing has to be kept from anybody. */
export type DescribedCase = CaseRecord<DescribedExchange>;

/** Answers that nobody looks at again, which are most of a report, are cut here, in characters. */
const longestExpectedAnswer = 512;

/**
 * Every text that comes from the target or the operator is redacted. Texts of our own, such as
 * ids and verdicts, are not: a key like `test` would be found in them.
 *
 * @param level of the requirement that the case judges
 */
export function describeCase(record: CaseRecord, level: Level, style: Style): DescribedCase {
  const { outcome, observations, exchanges } = record;
  const isExpected = level === 'must' && outcome.verdict === 'pass';
  const longestAnswer = isExpected ? longestExpectedAnswer : longestBody;
  return {
    ...record,
    outcome: redactOutcome(outcome, style.redact),
    observations: redactDeep(observations, style.redact),
    exchanges: exchanges.map((one) => describeExchange(one, longestAnswer, style)),
    durationMs: roundDuration(record.durationMs),
  };
}

function redactOutcome(outcome: Outcome, redact: Redact): Outcome {
  if (outcome.verdict === 'pass') return outcome;
  if (outcome.verdict !== 'fail') return { ...outcome, reason: redact(outcome.reason) };
  return { ...outcome, mismatches: redactDeep(outcome.mismatches, redact) };
}
