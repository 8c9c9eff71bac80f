/** What the names in `${…}` stand for. */
import { SuiteMistake, Violation } from '../outcomes.js';
import { mismatch, present } from '../verdict/compare.js';
import { demandJson, Path } from './json-path.js';
import type { ScenarioWorld } from './scenario-world.js';

/**
 * The value of a place, by its name.
 *
 * @throws SuiteMistake, NotTested, Violation as `ScenarioWorld.lookUp`
 */
export function readValue(name: string, world: ScenarioWorld): unknown {
  if (name.startsWith('$')) return valueInAnswer(new Path(name), world);
  const [kind = '', rest] = name.split(/:(.*)/s);
  if (kind === 'unique') return world.unique(rest);
  if (kind === 'credential' && rest !== undefined) return world.credential(rest);
  if (kind === 'parameter' && rest !== undefined) return parameter(rest, world);
  return name === 'profile' ? (world.run.profile ?? '') : world.recall(name);
}

/** @throws Violation when the latest answer has no such value */
export function valueInAnswer(path: Path, world: ScenarioWorld): unknown {
  const found = path.findOne(demandJson(world.answer.response), world);
  if (found.value !== undefined) return found.value;
  throw new Violation([mismatch(found.path, present.description, found.value)]);
}

function parameter(name: string, { run }: ScenarioWorld): string {
  const value = run.parameters[name];
  if (value !== undefined) return value;
  throw new SuiteMistake(`The suite has no value for the parameter "${name}".`);
}
