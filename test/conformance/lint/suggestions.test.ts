// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { describe, expect, test } from 'vitest';
import { explainUndefined } from '../../../conformance/lint/suggest-sentences.js';
import { sentences } from '../../../conformance/sentences/ready-made.js';

const patterns = sentences.map(({ pattern }) => pattern);

describe('for a step in other words, the nearest sentences include', () => {
  test.each([
    ['$.result equals 1', '{jsonpath} is {json}'],
    ['the response body should be {"a": 1}', '{jsonpath} is {json}'],
    ['the body equals {"a": 1}', 'the body is exactly {json}'],
    ['the body is an object', '{jsonpath} is {type}'],
    ['the body does not contain "x"', 'the text of the body does not contain {json}'],
    ['the array $.items has 3 items', '{jsonpath} has {amount} element(s)'],
    ['$.items is sorted by name', 'the elements of {jsonpath} are in {order} order'],
    [
      'all elements of $.items match {"id": 1}',
      '{quantifier} element of {jsonpath} matches {json}',
    ],
    ...[
      'every element of $.items has a "body"',
      'each item of $.items has a "body"',
      'no element of $.items contains {"a": 1}',
    ].map((step): [string, string] => [step, '{quantifier} element of {jsonpath} matches {json}']),
    ['I sleep for 2 seconds', 'I wait until the clock of the target shows another second'],
    ['I send GET /a 3 times in a row', 'I send {method} {path} {int} times'],
    ['I listen to the event stream', 'I send GET {path} and read the first {int} event(s)'],
    ['$.a exists', '{jsonpath} is present'],
    ['$.a does not exist', '{jsonpath} is absent'],
    ['the response status code should be 405', 'the status is {status}'],
    ['the response header Allow is "POST"', 'the header {header} is {json}'],
    ['the content type is application/json', 'the media type is {mediatype}'],
    ['the response matches the schema', 'the answer conforms to the OpenAPI description'],
    ['I GET /rpc', 'I send {method} {path}'],
    ['I send a GET request to /rpc', 'I send {method} {path}'],
    ['I send POST /x with body {"a": 1}', 'I send {method} {path} with {json}'],
    ['I upload the file "a.png" to /pictures', 'I send {method} {path} with the multipart form(:)'],
    ['I set header Accept to "text/csv"', 'I set the header {header} to {json}'],
    ['I log in as "ada" with password "x"', 'I use the user {json} with the password {json}'],
    ['I am not authenticated', 'I use no credential'],
    ['I store $.id as "id"', 'I remember {jsonpath} as {string}'],
    ['I wait 5 seconds', 'I send {method} {path} for up to {int} second(s) until {text}'],
    [
      'I walk through all pages of /todos',
      'I send GET {path} and follow {path} for up to {int} page(s)',
    ],
    ['I delete /todos/1 at the end', 'I clean up with {method} {path}'],
    ['$.meta.lastModified is after ${before}', '{jsonpath} is {comparison} {json}'],
    ['the header ETag starts with "W/"', 'the header {header} matches {regexp}'],
    ['the header WWW-Authenticate has a Bearer challenge', 'the challenge {scheme} is present'],
    ['if the server supports DELETE', 'the requirement applies only if {text}'],
  ])('%s → %s', (step, pattern) => {
    const explanation = explainUndefined(step, patterns);
    expect(explanation).toMatch(/^; the nearest (is|are) "/);
    expect(explanation).toContain(`"${pattern}"`);
  });
});

describe('for an argument in a wrong form, the explanation names', () => {
  test.each([
    ['$.a is x', ': in "{jsonpath} is {json}", x is not JSON; a text has double quotes'],
    ["$.a is 'x'", `: in "{jsonpath} is {json}", 'x' is not JSON; a text has double quotes`],
    ['$a.b is 1', ': in "{jsonpath} is {json}", $a.b is not a JSONPath, such as $.items[0].id'],
    [
      'the challenge "Bearer" is present',
      ': in "the challenge {scheme} is present", "Bearer" is not a scheme without quotes, such as Bearer',
    ],
    [
      'the status is 2XX',
      ': in "the status is {status}", 2XX is not a status, such as 200, 4xx or "a success", or several, as in "200 or 204"',
    ],
    [
      'I send get /todos',
      ': in "I send {method} {path}", get is not a method in capitals, such as GET',
    ],
    [
      'I send GET todos',
      ': in "I send {method} {path}", todos is not a path that begins with a slash or a placeholder',
    ],
    [
      'I send GET /todos?filter=title eq "a"',
      ': in "I send {method} {path}", /todos?filter=title eq "a" is not a path that begins with a slash or a placeholder; encode its blanks as %20, or write the query below "with the query:", which encodes it',
    ],
    [
      'I remember $.id as id',
      ': in "I remember {jsonpath} as {string}", id is not a name in double quotes',
    ],
    [
      'the header Allow lists "GET" and "HEAD"',
      ': in "the header {header} lists {json}", "GET" and "HEAD" is not JSON; a text has double quotes; write a sentence for each value',
    ],
    [
      '$.state is "on" or "off"',
      ': in "{jsonpath} is {json}", "on" or "off" is not JSON; a text has double quotes; "one of these holds:" states alternatives',
    ],
  ])('%s', (step, expected) => {
    expect(explainUndefined(step, patterns)).toBe(expected);
  });
});

test('a step that resembles no sentence gets no suggestion', () => {
  expect(explainUndefined('the lamp shines brightly', patterns)).toBe('');
});

test('a value that no sentence computes is named, with those that one computes', () => {
  expect(explainUndefined('I remember the SHA1 in base64 of "other" as "digest"', patterns)).toBe(
    ': in "I remember the {measure} of {json} as {string}", SHA1 in base64 is not a value to compute, such as length, base64, SHA-1 in base64, or SHA-256 in hex',
  );
});
