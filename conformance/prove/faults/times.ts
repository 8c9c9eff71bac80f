/** Faults of the moment at which an answer is made or comes. */
import { isSafe } from '../../http/exchange.js';
import { NoAnswer } from '../../http/target-failure.js';
import {
  type FaultKind,
  inAnswers,
  inRequests,
  isSuccess,
  kindOf,
  type SeenExchange,
} from './fault.js';

const isRead = (operation: string) => isSafe(operation.split(' ')[0] ?? '');

/**
 * The answer to an overlapping request of the same operation, with another body. Of several changes of one
 * resource, each may be answered with what the latest has left.
 */
function answerOfOther({ operation, request, response, overlapping = [] }: SeenExchange) {
  const isOther = (one: SeenExchange) =>
    one.operation === operation &&
    one.response.body !== response.body &&
    (request.method === 'POST' || one.request.url !== request.url);
  return overlapping.find(isOther)?.response;
}

export const timeKinds: readonly FaultKind[] = [
  kindOf('answer-cached', 'a read has the answer to an earlier one', (group) => {
    if (!isRead(group.operation)) return [];
    return [
      inAnswers(
        group,
        '',
        'the answer is that to an earlier request',
        ({ request, response }, before) => {
          const earlier = before.find(
            (one) => one.request.method === request.method && one.request.url === request.url,
          );
          return earlier === undefined
            ? undefined
            : { ...earlier.response, headers: response.headers };
        },
      ),
    ];
  }),
  kindOf(
    'answers-mixed',
    'a request has the answer to another one that was under way at the same time',
    (group) => {
      const sentence = 'the answer is that to another request under way';
      return [inAnswers(group, '', sentence, answerOfOther)];
    },
  ),
  kindOf('answer-late', 'an answer does not come within the time limit', (group) => {
    if (!isRead(group.operation) || !isSuccess(group.status)) return [];
    const perform = async () => {
      throw new NoAnswer('timeout', 'there was no answer within the time limit');
    };
    return [inRequests(group, '', 'the answer is late', { applies: () => true, perform })];
  }),
];
