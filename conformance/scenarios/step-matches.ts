/**
 * Spares cucumber-js from asking every step definition again for every step: it does so up to three
 * times in each run, and several runs share the definitions and most of the steps.
 */
import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';

/** What cucumber-js makes of the text of a step definition; an answer is never changed later. */
interface StepExpression {
  match(text: string): unknown;
}

interface StepDefinitions {
  readonly stepDefinitions: readonly { readonly expression: StepExpression }[];
}

/** Which expressions match a text, with what they found in it. */
type Matches = ReadonlyMap<StepExpression, unknown>;

/** Makes the expressions of a library remember what they answered for a text. */
export function rememberMatches(library: ISupportCodeLibrary): void {
  if (!hasStepDefinitions(library)) return;
  const expressions = library.stepDefinitions.map(({ expression }) => ({
    expression,
    match: expression.match.bind(expression),
  }));
  const known = new Map<string, Matches>();
  let latest: { readonly text: string; readonly matches: Matches } | undefined;
  const findMatches = (text: string): Matches => {
    const answers = expressions.map(({ expression, match }) => [expression, match(text)] as const);
    return new Map(answers.filter(([, answer]) => answer !== null));
  };
  const recall = (text: string): Matches => {
    if (latest?.text === text) return latest.matches;
    const matches = known.get(text) ?? findMatches(text);
    known.set(text, matches);
    latest = { text, matches };
    return matches;
  };
  for (const { expression } of expressions) {
    expression.match = (text) => recall(text).get(expression) ?? null;
  }
}

/** A library is opaque by its type; another version may keep its definitions elsewhere. */
function hasStepDefinitions(
  library: ISupportCodeLibrary,
): library is ISupportCodeLibrary & StepDefinitions {
  return 'stepDefinitions' in library && Array.isArray(library.stepDefinitions);
}
