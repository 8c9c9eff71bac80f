/** Faults of statuses, and of the form of errors. */

import {
  type AnswerGroup,
  type Fault,
  type FaultKind,
  inAnswers,
  isSuccess,
  kindOf,
} from './fault.js';
import { withBody } from './json-places.js';

/** Statuses after which a client waits and asks again, so that nobody judges them. */
const waiting: ReadonlySet<number> = new Set([429, 503]);

function replaceStatus(group: AnswerGroup, status: number): Omit<Fault, 'kind'> {
  return inAnswers(group, '', `the status is ${status}`, ({ response }) => ({
    ...response,
    status,
  }));
}

const asJson = [['content-type', 'application/json']] as const;

export const statusKinds: readonly FaultKind[] = [
  kindOf(
    'status-documented',
    'another status that the description states for the operation',
    (group, { statusesOf }) =>
      statusesOf(group.operation)
        .filter((status) => status >= 200 && status !== group.status && !waiting.has(status))
        .filter((status) => status !== 200 || !isSuccess(group.status))
        .map((status) => replaceStatus(group, status)),
  ),
  kindOf('status-200', '200 in place of another status of success', (group) =>
    isSuccess(group.status) && group.status !== 200 ? [replaceStatus(group, 200)] : [],
  ),
  kindOf('status-400', '400 in place of 404', (group) =>
    group.status === 404 ? [replaceStatus(group, 400)] : [],
  ),
  kindOf('status-500', '500 in place of a success', (group) => {
    const body = '{"error":"Internal Server Error"}';
    const fail = () => ({ status: 500, headers: asJson, body, malformedAt: undefined });
    return isSuccess(group.status) ? [inAnswers(group, '', 'the status is 500', fail)] : [];
  }),
  kindOf('error-form', 'an error as HTML in place of JSON', (group) => {
    if (group.status < 400) return [];
    return [
      inAnswers(group, '', 'the error is HTML', ({ response }) => {
        if (!/^\s*[{[]/.test(response.body)) return undefined;
        const headers = response.headers.filter(([name]) => name !== 'content-type');
        const page = withBody(response, `<h1>Error ${response.status}</h1>`);
        return { ...page, headers: [...headers, ['content-type', 'text/html']] };
      }),
    ];
  }),
];
