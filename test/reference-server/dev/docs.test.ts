import { expect, it } from 'vitest';
import { shippedProject, start } from '../../../reference-server/index.js';

async function withServer(dev: boolean, ask: (url: string) => Promise<void>): Promise<void> {
  const server = await start({
    project: shippedProject('basic'),
    port: 0,
    database: ':memory:',
    dev,
  });
  try {
    await ask(server.url);
  } finally {
    await server.close();
  }
}

it('serves the API documentation in development mode', async () => {
  await withServer(true, async (url) => {
    const page = await fetch(`${url}/docs`);
    expect(page.url).toBe(`${url}/docs/`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('href="openapi.json"');
    const description = await fetch(`${url}/docs/openapi.json`);
    expect(await description.json()).toMatchObject({ openapi: '3.1.0' });
    const catalogue = await fetch(`${url}/docs/requirements.html`);
    expect(await catalogue.text()).toContain('users.create.status');
    expect((await fetch(`${url}/docs/absent.html`)).status).toBe(404);
    expect((await fetch(`${url}/docs/`, { method: 'POST' })).status).toBe(404);
  });
});

it('serves no documentation otherwise', async () => {
  await withServer(false, async (url) => {
    expect((await fetch(`${url}/docs/`)).status).toBe(404);
  });
});
