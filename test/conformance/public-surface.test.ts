/** What step files can import: a name that goes, or comes without a word, breaks suites of others. */
import { expect, test } from 'vitest';
import * as touchstone from '../../conformance/index.js';

test('step files can import these values', () => {
  expect(Object.keys(touchstone).sort()).toEqual(
    [
      ...['Given', 'When', 'Then', 'defineParameterType', 'setWorldConstructor', 'DataTable'],
      ...['ScenarioWorld', 'findStableDifferences'],
      ...['Violation', 'Blocked', 'NotApplicable', 'NotTested', 'SuiteMistake', 'TargetFailure'],
      ...['isOutcome', 'OwnRows'],
      ...['headerOf', 'jsonOf', 'describeUnreadable', 'unreadableBody', 'isSafe', 'notSent'],
      ...['compare', 'demand', 'mismatch', 'render', 'isObject', 'present', 'Expectation'],
      ...['atStatus', 'atHeader', 'atEnvelope', 'inBody', 'inRow', 'inList', 'inAnswers', 'within'],
      ...['exactly', 'condition', 'oneOfStatuses', 'noneOfStatuses', 'inWords', 'differing'],
      ...['shownBy', 'seenAfter', 'answersOfTarget', 'walkPages'],
      ...['aNumber', 'aText', 'anArray', 'anInteger', 'anObject', 'swapCase'],
    ].sort(),
  );
});

test('the world of a scenario has the members that steps use', () => {
  const names = [
    ...['send', 'answer', 'remember', 'recall', 'unique', 'credential', 'observe'],
    ...['cleanUp', 'fill', 'pause', 'alone', 'atOnce', 'run'],
  ];
  expect(names.filter((name) => !(name in touchstone.ScenarioWorld.prototype))).toEqual([]);
});
