/** The sentence that reads the beginning of a stream of events, which may have no end. */

import { countOf } from '../../../kit/words.js';
import { readEvents, type StreamEvent, streamType } from '../../http/event-stream.js';
import { type Exchange, headerOf } from '../../http/exchange.js';
import { SuiteMistake, Violation } from '../../verdict/outcomes.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence } from '../world/sentence.js';
import { demandSuccess } from './requests.js';

/** The sentence after whose request the answer is the array of the first events. */
const readStream = 'I send GET {path} and read the first {int} event(s)';

/** Data that is an object or an array in JSON is read as such; other data is a text. */
function eventOf({ event, data, id }: StreamEvent): object {
  let value: unknown = data;
  try {
    if (/^\s*[{[]/.test(data)) value = JSON.parse(data);
  } catch {
    // The text is judged as it is.
  }
  return { event, data: value, ...(id === undefined ? {} : { id }) };
}

/** @throws Violation when a stream has fewer events than demanded */
function withEvents(answer: Exchange, count: number): Exchange {
  const { response } = answer;
  const events = readEvents(response.body, count);
  if (events.length < count) {
    const expected = `${countOf(count, 'event')} before the end or the time limit`;
    const observed = countOf(events.length, 'event');
    throw new Violation([{ path: 'events', expected, observed }]);
  }
  return { ...answer, response: { ...response, body: JSON.stringify(events.map(eventOf)) } };
}

/** Answers that are no stream, such as errors, stay as they are. */
function isStream({ response }: Exchange): boolean {
  const type = headerOf(response, 'content-type') ?? '';
  return response.status < 300 && type.toLowerCase().startsWith(streamType);
}

export const eventStreams: readonly Sentence[] = [
  sentence(readStream, async (world: ScenarioWorld, path: string, count: number) => {
    if (count < 0) throw new SuiteMistake(`A stream has no ${count} events.`);
    const filled = world.fillPath(path);
    const answer = await world.sendForEvents({ method: 'GET', path: filled }, count);
    if (world.needsSuccess) demandSuccess(`GET ${filled}`, world);
    if (count > 0 && isStream(answer)) world.keepAnswer(withEvents(answer, count));
  }),
];
