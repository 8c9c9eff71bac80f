/** Scenarios with a made-up server of todos, one of which may belong to the run. */
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import { type MadeUpAnswer, marker, perform, summarize } from './scene.js';

/** Answers by method and path. */
export type Answers = Readonly<Record<string, MadeUpAnswer>>;

const missing: MadeUpAnswer = { status: 404, json: {} };

/**
 * Answers by method and path. Default: 404.
 *
 * @param afterwards the answer to a GET whose path an accepted DELETE had
 */
export function answering(answers: Answers, afterwards = missing) {
  const deleted = new Set<string>();
  return ({ method, path }: RequestSpecification): MadeUpAnswer => {
    if (method === 'GET' && deleted.has(path)) return afterwards;
    const answer = answers[`${method} ${path}`] ?? missing;
    if (method === 'DELETE' && (answer.status ?? 200) < 300) deleted.add(path);
    return answer;
  };
}

/** The answer to the creation of a todo. */
export const created: Answers = { 'POST /todos': { status: 201, json: { id: 7 } } };

/** The answer to a read of a todo of the run, and of another one. */
export const mine = { json: { id: 7, title: `${marker}-1` } };
export const theirs = { json: { id: 7, title: 'theirs' } };

/** Runs a scenario: its result, and its requests as text. */
export async function run(steps: string, answers: Answers, afterwards?: MadeUpAnswer) {
  const given = answering({ ...created, ...answers }, afterwards);
  const result = await perform(steps, { answers: given });
  const asked = result.requests.map(({ method, path }) => `${method} ${path}`);
  return { said: summarize(result), asked, result };
}

/** Steps that create a todo of the run. */
export const create =
  'Given I send POST /todos with {"title": "${unique}"}\nAnd I remember $.id as "id"\n';

/** The rule that cleans up todos. */
export const clean = 'Given what POST /todos creates is cleaned up with DELETE /todos/${$.id}\n';

/** A todo of the run that can be read and deleted. */
export const deletable: Answers = { 'GET /todos/7': mine, 'DELETE /todos/7': { status: 204 } };

/** The requests of the clean-up, and the leftovers. */
export async function cleaned(steps: string, answers: Answers, afterwards?: MadeUpAnswer) {
  const { result } = await run(steps, answers, afterwards);
  const sent = result.cleaning.map(({ method, path }) => `${method} ${path}`);
  return { sent, leftovers: result.leftovers, said: summarize(result) };
}

/** The leftover of a todo that nothing deletes. */
export const keptTodo = {
  creation: { method: 'POST', path: '/todos' },
  reason: 'no sentence deletes it',
  isKept: true,
};

/** The leftover of a request such as `POST /todos`, whose answer names nothing that it created. */
export function unnamed(line: string) {
  const [method, path] = line.split(' ');
  return { creation: { method, path }, reason: 'no answer named it' };
}
