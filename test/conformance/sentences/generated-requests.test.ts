/** Generated requests: what is sent for a schema, and the smallest one that fails. */
import { afterAll, describe, expect, test } from 'vitest';
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import { type MadeUpAnswer, perform, removeScenes } from './scene.js';

afterAll(removeScenes);

interface Todo {
  readonly title: string;
  readonly order?: unknown;
  readonly tags?: readonly string[];
}

const schema = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { enum: ['$'.concat('{unique}')] },
    order: { type: 'integer', minimum: 1, maximum: 9 },
    tags: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1, maxLength: 5 } },
  },
};

async function send(sentence: string, answer: (todo: Todo) => MadeUpAnswer) {
  const sent: Todo[] = [];
  const text = JSON.stringify(schema, undefined, 2).replace(/^/gm, '    ');
  const { outcome } = await perform(`Then ${sentence}:\n    """json\n${text}\n    """\n`, {
    answers: ({ body }: RequestSpecification) => {
      const todo: Todo = JSON.parse(String(body));
      sent.push(todo);
      return answer(todo);
    },
  });
  return { verdict: outcome.verdict, sent };
}

const isValid = ({ title, order = 1, tags = [], ...others }: Todo): boolean =>
  typeof title === 'string' &&
  Object.keys(others).length === 0 &&
  typeof order === 'number' &&
  order >= 1 &&
  order <= 9 &&
  Array.isArray(tags) &&
  tags.length <= 2 &&
  tags.every((tag) => typeof tag === 'string' && tag.length >= 1 && [...tag].length <= 5);

describe('valid requests', () => {
  const sentence = '30 generated requests POST /todos are answered as described';

  test('differ, conform to the schema, and have unique texts', async () => {
    const { sent, verdict } = await send(sentence, () => ({ status: 422 }));
    expect(verdict).toBe('pass');
    expect(sent).toHaveLength(30);
    expect(sent.filter((one) => !isValid(one))).toEqual([]);
    expect(new Set(sent.map(({ title }) => title)).size).toBe(30);
    expect(new Set(sent.map(({ order }) => order)).size).toBeGreaterThan(4);
  });

  test('fail with the smallest one last', async () => {
    const { sent, verdict } = await send(sentence, ({ tags = [] }) => ({
      status: tags.length > 0 ? 500 : 422,
    }));
    expect(verdict).toBe('fail');
    expect(sent.at(-1)).toEqual({ title: expect.any(String), tags: [expect.any(String)] });
    expect(sent.length).toBeLessThan(75);
  });
});

describe('requests that break one constraint', () => {
  const sentence =
    '30 generated requests POST /todos that break one constraint are answered with 422';

  test('break the schema', async () => {
    const { sent, verdict } = await send(sentence, () => ({ status: 422 }));
    expect(verdict).toBe('pass');
    expect(sent.filter(isValid)).toEqual([]);
    expect(sent.some(({ title }) => title === undefined)).toBe(true);
    expect(sent.some(({ order }) => order === 10)).toBe(true);
  });

  test('fail when one is accepted', async () => {
    const { verdict } = await send(sentence, ({ order }) => ({ status: order === 10 ? 201 : 422 }));
    expect(verdict).toBe('fail');
  });
});
