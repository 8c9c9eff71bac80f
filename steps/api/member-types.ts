/** Types of members by their names in features. */
import { aNumber, anInteger, aText, type Exchange, Expectation } from '../../conformance/index.js';
import { theCurrentTime } from './clock.js';

const aNull = new Expectation('null', (value) => value === null);

/** What a member has to be, given the answer that shows it. */
export const memberTypes = {
  'an integer': () => anInteger,
  'a number': () => aNumber,
  'a text': () => aText,
  null: () => aNull,
  'the current time': theCurrentTime,
} satisfies Record<string, (answer: Exchange) => Expectation>;

/** The name of one. */
export type MemberType = keyof typeof memberTypes;
