/** Faults of query parameters, which the target ignores. */
import {
  type AnswerGroup,
  type Fault,
  type FaultKind,
  inRequests,
  isSuccess,
  kindOf,
  type RequestChange,
} from './fault.js';

/** Kinds of parameters by their usual names; any other one filters. */
const sorts = /^(?:sort|order|dir|direction|asc|desc)(?:_?by|ing)?$/i;
export const pageParameters =
  /^(?:page.*|per_?page|limit|offset|cursor|size|skip|take|top|after|before|start)$/i;

function parametersOf(
  { exchanges }: AnswerGroup,
  credentials: readonly string[],
): readonly string[] {
  const pairs = exchanges.flatMap(({ request }) => [...new URL(request.url).searchParams]);
  const names = pairs.filter(([, value]) => !credentials.includes(value)).map(([name]) => name);
  // A single row is addressed by its id, which filters nothing.
  const isNaming = (name: string) => exchanges.some((one) => one.namingParameter === name);
  return [...new Set(names)].filter((name) => !isNaming(name)).sort();
}

/** Requests that read, and have no other effect when they are sent once more. */
const isReading = (method: string) => method === 'GET' || method === 'HEAD';

/** Removes parameters from a request that reads, and asks for the answer to the whole one as well. */
function ignoring(names: readonly string[]): RequestChange {
  return {
    applies: ({ request: { method, url } }) =>
      isReading(method) && names.some((name) => new URL(url).searchParams.has(name)),
    perform: async ({ request }, _before, forward) => {
      const url = new URL(request.url);
      for (const name of names) url.searchParams.delete(name);
      const sound = await forward(request);
      const response = await forward({ ...request, url: url.href });
      return { response, sound, answered: [sound] };
    },
  };
}

function ofParameters(
  name: string,
  meaning: string,
  choose: (names: readonly string[]) => readonly (readonly string[])[],
): FaultKind {
  return kindOf(name, meaning, (group, { credentials }) => {
    const isRead = isReading(group.operation.split(' ')[0] ?? '') && isSuccess(group.status);
    const chosen = isRead ? choose(parametersOf(group, credentials)) : [];
    return chosen
      .filter((names) => names.length > 0)
      .map((names): Omit<Fault, 'kind'> => {
        const list = names.join(', ');
        const verb = names.length === 1 ? 'parameter' : 'parameters';
        return inRequests(
          group,
          list,
          `the ${verb} ${list} ${names.length === 1 ? 'is' : 'are'} ignored`,
          ignoring(names),
        );
      });
  });
}

export const parameterKinds: readonly FaultKind[] = [
  ofParameters('filter-ignored', 'a parameter that filters a list is ignored', (names) =>
    names.filter((name) => !sorts.test(name) && !pageParameters.test(name)).map((name) => [name]),
  ),
  ofParameters('sort-ignored', 'the parameters that sort a list are ignored', (names) => [
    names.filter((name) => sorts.test(name)),
  ]),
  ofParameters(
    'page-ignored',
    'the parameters of pages are ignored, so that all come at once',
    (names) => [names.filter((name) => pageParameters.test(name))],
  ),
];
