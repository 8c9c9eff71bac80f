/** Steps that send requests to probes and judge their answers. */
import {
  compare,
  demand,
  type Exchange,
  Given,
  inAnswers,
  inBody,
  jsonOf,
  mismatch,
  shownBy,
  Then,
  When,
} from '../../conformance/index.js';
import { jsonBodyOf } from '../world/answers.js';
import type { ServiceWorld } from '../world/world.js';
import { bodyOfType, callProbe, formType, requireAnswer } from './probes.js';

/** A longer body is not part of an observation. */
const longestRecorded = 100;

// Preconditions

Given(
  '{string} gives {value}, by {requirement}',
  async function (this: ServiceWorld, line: string, expected: unknown, requirement: string) {
    requireAnswer(await callProbe(this, line), expected, requirement);
  },
);

Given(
  'a form with the field "name" gives {value}',
  async function (this: ServiceWorld, expected: unknown) {
    const form = bodyOfType('name=plain', formType);
    const exchange = await callProbe(this, 'POST /api/request-post', form);
    requireAnswer(exchange, expected, 'runtime.request.post');
  },
);

Given(
  'a body of type application\\/json gives {value}',
  async function (this: ServiceWorld, expected: unknown) {
    const body = bodyOfType('{}', 'application/json');
    const exchange = await callProbe(this, 'POST /api/request-is-json', body);
    requireAnswer(exchange, expected, 'runtime.request.is-json');
  },
);

Given('a header gives {value}', async function (this: ServiceWorld, expected: unknown) {
  const headers = { 'x-probe': 'plain' };
  const exchange = await callProbe(this, 'GET /api/request-header', { headers });
  requireAnswer(exchange, expected, 'runtime.request.header');
});

// Requests

When('a client requests {string}', async function (this: ServiceWorld, line: string) {
  await callProbe(this, line);
});

When(
  'a client requests {string} or {string}',
  async function (this: ServiceWorld, line: string, other: string) {
    this.answers = [await callProbe(this, line), await callProbe(this, other)];
  },
);

When(
  'a client requests {string} with the form {string}',
  async function (this: ServiceWorld, line: string, form: string) {
    await callProbe(this, line, bodyOfType(form, formType));
  },
);

When(
  'a client requests {string} with the JSON {value}',
  async function (this: ServiceWorld, line: string, value: unknown) {
    await callProbe(this, line, bodyOfType(JSON.stringify(value), 'application/json'));
  },
);

When(
  'a client requests {string} with the body {value} of type {string}',
  async function (this: ServiceWorld, line: string, body: string, type: string) {
    await callProbe(this, line, bodyOfType(body, type));
  },
);

When(
  'a client requests {string} with the header {string}',
  async function (this: ServiceWorld, line: string, header: string) {
    const colon = header.indexOf(':');
    const headers = { [header.slice(0, colon)]: header.slice(colon + 1).trim() };
    await callProbe(this, line, { headers });
  },
);

// Judgements

Then(
  'the answer is JSON with {value}, or an error of the server',
  function (this: ServiceWorld, expected: unknown) {
    const { response } = this.answer;
    if (response.status >= 500) return;
    if (jsonOf(response) !== undefined) return demand(compare(expected, jsonBodyOf(this.answer)));
    demand([mismatch(inBody(), 'JSON, or the status 500', response.body)]);
  },
);

Then('the status and the body are recorded', function (this: ServiceWorld) {
  const { status, body } = this.answer.response;
  const isShown = status < 500 && body.length <= longestRecorded;
  this.run.recorder.observe(isShown ? `${status} ${body}` : `${status}`);
});

Then('one of the answers contains {value}', function (this: ServiceWorld, expected: unknown) {
  const differences = (answer: Exchange) => shownBy(answer, compare(expected, jsonBodyOf(answer)));
  if (this.answers.every((answer) => differences(answer).length > 0)) {
    demand(this.answers.flatMap(differences));
  }
});

// The script has to be on the target.
Then(
  'the body contains {string} and not {string}',
  function (this: ServiceWorld, text: string, other: string) {
    const { request, response } = this.answer;
    const { body } = response;
    const script = `spec/probes${new URL(request.url).pathname.replace(/^.*(?=\/api\/)/, '')}.wren`;
    if (!body.includes(text)) demand([mismatch(inBody(), `"${text}", from ${script}`, body)]);
    if (body.includes(other)) demand([mismatch(inBody(), `a text without "${other}"`, body)]);
  },
);

Then('one of the bodies contains {string}', function (this: ServiceWorld, text: string) {
  const bodies = this.answers.map(({ response }) => response.body);
  if (bodies.some((body) => body.includes(text))) return;
  demand([mismatch(inAnswers, `one with "${text}"`, bodies)]);
});
