/** What a description says about the status of rejected requests. */
import type { ApiOperation, DocumentedAnswer } from './description.js';

/** What is wrong with a request. */
export type Wrong =
  | 'a required part is missing'
  | 'a required part is empty'
  | 'a required part is falsey'
  | 'a value is invalid'
  | 'the body cannot be read';

/** Words that make an answer one for every invalid request. */
const general =
  /\b(invalid|validation|validat\w*|bad request|malformed|unprocessable|constraint|illegal|wrong|incorrect|parameters?|input)\b/i;

/** Words about what is missing, and nothing else. */
const missing = /\b(missing|required|requires?|without|lacks?|absent|empty|falsey)\b/i;

/** Words by which an answer is also one for parts that are there, but have nothing in them. */
const emptiness: Partial<Record<Wrong, RegExp>> = {
  'a required part is empty': /\b(empty|blank|fals(e|e?y))\b/i,
  'a required part is falsey': /\bfals(e|e?y)\b/i,
};

/** Whether an answer of an operation says that falsey values count like missing ones. */
export function namesFalsey({ answers }: ApiOperation): boolean {
  return answers.some(
    ({ status, text = '' }) =>
      status.startsWith('4') && emptiness['a required part is falsey']?.test(text),
  );
}

/**
 * The documented statuses with which a server must reject a request; undefined when the description
 * leaves the answer open. An answer whose text names its cause, such as a missing member, says
 * nothing about others.
 */
export function refusalStatus(operation: ApiOperation, wrong: Wrong): string | undefined {
  const about = operation.answers.filter((answer) => isAbout(answer, wrong));
  const isOf400 = about.some(({ status }) => status === '400');
  // Beside 400, any text of 422 may be about values: "The body is JSON, but not valid."
  const found = operation.answers.filter(
    (answer) =>
      about.includes(answer) ||
      (isOf400 && answer.status === '422' && wrong !== 'the body cannot be read'),
  );
  return found.length === 0
    ? undefined
    : found.map(({ status }) => status.replace('XX', 'xx')).join(' or ');
}

function isAbout({ status, text = '' }: DocumentedAnswer, wrong: Wrong): boolean {
  if (!['400', '422', '4XX'].includes(status)) return false;
  if (wrong === 'a required part is missing' || text === '' || general.test(text)) return true;
  if (emptiness[wrong]?.test(text)) return true;
  if (missing.test(text)) return false;
  return status === '400' || /^(ok|error|\W*)$/i.test(text);
}

/** The statuses for an unknown resource; undefined when the description names none. */
export function unknownStatus({ answers }: ApiOperation): string | undefined {
  const named = answers.filter(({ status }) => status === '404' || status === '410');
  if (named.length > 0) return named.map(({ status }) => status).join(' or ');
  return answers.some(({ status }) => /^4/.test(status) && !/^40[13]$/.test(status))
    ? 'a client error'
    : undefined;
}

/** The statuses for a request without the right credential; undefined when none is documented. */
export function unauthorizedStatus({ answers }: ApiOperation): string | undefined {
  const named = answers.map(({ status }) => status).filter((one) => /^40[13]$/.test(one));
  // A description that explains 403 alone, such as for the resources of others, may leave out 401.
  if (named.length > 0) return [...new Set(['401', ...named])].join(' or ');
  return answers.some(({ status }) => status === '4XX') ? '4xx' : undefined;
}
