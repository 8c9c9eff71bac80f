/** A description with an upload and a nested list: what is found, and that a sound server conforms. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const idIn = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const answers = (status: number, schema?: object) => ({
  [status]: {
    description: 'done',
    ...(schema && { content: { 'application/json': { schema } } }),
  },
  404: { description: 'unknown' },
  422: { description: 'invalid' },
});
const album = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', maxLength: 20 } },
};
const photo = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, caption: { type: 'string' } },
};
const upload = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary' },
    caption: { type: 'string', minLength: 2, maxLength: 20 },
  },
};
const description = {
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': {
      post: {
        operationId: 'createAlbum',
        requestBody: { required: true, content: { 'application/json': { schema: album } } },
        responses: answers(201, album),
      },
    },
    '/albums/{albumId}': {
      parameters: [idIn('albumId')],
      get: { operationId: 'getAlbum', responses: answers(200, album) },
      delete: { operationId: 'deleteAlbum', responses: answers(204) },
    },
    '/albums/{albumId}/photos': {
      parameters: [idIn('albumId')],
      get: {
        operationId: 'listPhotos',
        responses: answers(200, { type: 'array', items: photo }),
      },
      post: {
        operationId: 'addPhoto',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: upload } } },
        responses: answers(201, photo),
      },
    },
  },
};

interface Rules {
  readonly needsFile: boolean;
  readonly longest: number;
  readonly ofAlbum: boolean;
}

const sound: Rules = { needsFile: true, longest: 20, ofAlbum: true };

/** A server of albums with unique names of at most 20 characters. */
function albums({ needsFile, longest, ofAlbum }: Rules) {
  const names = new Map<number, string>();
  const photos: { readonly id: number; readonly album: number; readonly caption?: string }[] = [];
  const fieldIn = (form: string, name: string) =>
    new RegExp(`name="${name}"[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(form)?.[1];
  const addPhoto = (of: number, form: string) => {
    const caption = fieldIn(form, 'caption');
    const isTooLong = caption !== undefined && (caption.length < 2 || caption.length > longest);
    if (isTooLong || (needsFile && fieldIn(form, 'file') === undefined)) return { status: 422 };
    const made = {
      id: photos.length + 1,
      album: of,
      ...(caption === undefined ? {} : { caption }),
    };
    photos.push(made);
    return { status: 201, body: made };
  };
  const addAlbum = (text: string) => {
    const name: unknown = text.startsWith('{"') && text.endsWith('}') && JSON.parse(text).name;
    const isValid = typeof name === 'string' && name.length <= 20;
    if (!isValid || [...names.values()].includes(name)) return { status: 422 };
    const id = names.size + 1;
    names.set(id, name);
    return { status: 201, body: { id, name } };
  };
  const answer = (method: string, [, , album = '', part]: readonly string[], text: string) => {
    const id = Number(album);
    if (album === '') return method === 'POST' ? addAlbum(text) : { status: 405 };
    if (!names.has(id) || names.get(id) === '') return { status: 404 };
    if (part === undefined && method === 'DELETE') return names.set(id, '') && { status: 204 };
    if (part === undefined) return { status: 200, body: { id, name: names.get(id) } };
    if (method === 'POST') return addPhoto(id, text);
    return { status: 200, body: photos.filter((one) => one.album === id || !ofAlbum) };
  };
  return createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('latin1');
    const { pathname } = new URL(request.url ?? '', 'http://albums');
    const { status, body }: { readonly status: number; readonly body?: unknown } = answer(
      request.method ?? '',
      pathname.split('/'),
      text,
    );
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test.each<[string, Partial<Rules>, readonly string[]]>([
  ['a sound server', {}, []],
  ['a server that needs no file', { needsFile: false }, ['add-photo.file.required']],
  ['a server that accepts long captions', { longest: 25 }, ['add-photo.caption.max-length']],
  [
    'a server that rejects captions of 20 characters',
    { longest: 19 },
    ['add-photo.caption.max-length'],
  ],
  ['a server that lists photos of all albums', { ofAlbum: false }, ['list-photos.empty']],
])('%s', async (_name, rules, expected) => {
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const { url, close } = await listen(albums({ ...sound, ...rules }));
  try {
    const { report, stdout } = await runCheck(['--openapi', file, '--base-url', url]);
    const rows = report?.requirements ?? [];
    const failed = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed, stdout).toEqual(expected);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length, stdout).toBeGreaterThan(15);
  } finally {
    await close();
  }
});
