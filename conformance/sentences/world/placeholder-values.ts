/** The values of placeholders `${…}`, by the kinds of their names; see `docs/sentences.md`. */
import { ownMember } from '../../../kit/collections.js';
import { NotTested, SuiteMistake } from '../../verdict/outcomes.js';
import { demandCookie, demandHeader, demandLink } from '../values/header-values.js';
import { Path, valueInAnswer } from '../values/json-path.js';
import type { SentenceWorld } from './sentence-world.js';

/** What a world knows for placeholders. */
interface KnownValues extends SentenceWorld {
  unique(name?: string): string;
  uniqueWord(name?: string): string;
  uniqueLike(model: string): string;
  /** @throws NotTested, Blocked as `ScenarioWorld.credential` */
  credential(name: string): string;
  /** @throws SuiteMistake when nothing is remembered under the name */
  recall(name: string): unknown;
}

/**
 * The value of the placeholder `${name}`.
 *
 * @throws SuiteMistake for an unknown name, NotTested for a credential or a parameter that was not
 *   given, Violation for a value that the answer lacks
 */
export function valueOfPlaceholder(name: string, world: KnownValues): unknown {
  if (name.startsWith('$')) return valueInAnswer(new Path(name), world);
  const [kind = '', rest] = name.split(/:(.*)/s);
  if (kind === 'unique') return world.unique(rest);
  if (kind === 'unique-word') return world.uniqueWord(rest);
  if (kind === 'unique-like' && rest !== undefined) return world.uniqueLike(rest);
  if (kind === 'credential' && rest !== undefined) return world.credential(rest);
  if (kind === 'parameter' && rest !== undefined) return parameterOf(rest, world);
  if (kind === 'header' && rest !== undefined) return demandHeader(world.answer.response, rest);
  if (kind === 'cookie' && rest !== undefined) return demandCookie(world.answer.response, rest);
  if (kind === 'link' && rest !== undefined) return demandLink(world.answer.response, rest);
  return name === 'profile' ? (world.run.profile ?? '') : world.recall(name);
}

function parameterOf(name: string, { run }: SentenceWorld): string {
  const value = ownMember(run.parameters, name);
  if (value !== undefined) return value;
  if (run.suite.parameters.some((one) => one.name === name)) throw new NotTested(`--${name}`);
  throw new SuiteMistake(`The suite has no value for the parameter "${name}".`);
}
