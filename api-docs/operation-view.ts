/** The section of an operation: parameters, body and answers on one side, examples on the other. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { renderCommand } from '../conformance/report/html/exchange.js';
import { type Html, html } from '../conformance/report/html/html.js';
import { renderBody } from '../conformance/report/html/json.js';
import { type Document, follow, type PlacedOperation } from './description.js';
import { exampleCommand } from './example-request.js';
import { renderInline, renderMarkdown } from './markdown.js';
import { renderStructure, renderValue, type Schema } from './schema-view.js';

/** `itemSchema`, of OpenAPI 3.2, describes each item of a sequence. */
type MediaType = OpenAPIV3_1.MediaTypeObject & { readonly itemSchema?: Schema };
type Content = Readonly<Record<string, MediaType>>;

/** The anchor of an operation. */
export function anchorOf({ method, path, operation }: PlacedOperation): string {
  const name = operation.operationId ?? `${method}-${path}`;
  return `operation-${name.replace(/[^\w.-]+/g, '-')}`;
}

/** Title of an operation, which stands beside its method. */
export function titleOf({ path, operation }: PlacedOperation): string {
  return operation.summary ?? path;
}

/** Renders a method as a badge. */
export function renderMethod(method: string): Html {
  return html`<span class="method m-${method}">${method.toUpperCase()}</span>`;
}

/** Renders the section of an operation. */
export function renderOperation(document: Document, placed: PlacedOperation): Html {
  const { operation } = placed;
  const body = follow<OpenAPIV3_1.RequestBodyObject>(document, operation.requestBody);
  const responses = Object.entries(operation.responses ?? {}).flatMap(([status, given]) => {
    const response = follow<OpenAPIV3_1.ResponseObject>(document, given);
    return response === undefined ? [] : [[status, response] as const];
  });
  const examples = [
    ...renderExamples(document, 'Request', body?.content),
    ...responses.flatMap(([status, { content }]) => renderExamples(document, status, content)),
  ];
  return html`<section class="part operation" id="${anchorOf(placed)}">
${renderHeading(placed)}
${renderCommand(exampleCommand(document, placed), 'Copy curl')}
<div class="columns"><div>
${renderMarkdown(operation.description)}
${renderSecurity(operation.security ?? document.security)}
${renderParameters(document, placed.parameters)}
${body === undefined ? undefined : renderRequestBody(document, body)}
<h4>Answers</h4>
${responses.map(([status, response]) => renderResponse(document, status, response))}
${renderCallbacks(document, operation)}
</div>${examples.length === 0 ? undefined : html`<div class="examples">${examples}</div>`}</div>
</section>`;
}

/** The summary with the request below; without a summary, the request itself. */
function renderHeading({
  method,
  path,
  operation: { summary, deprecated },
}: PlacedOperation): Html {
  const request = html`${renderMethod(method)} <code>${path}</code>`;
  const note = deprecated === true ? html` <span class="fact">deprecated</span>` : undefined;
  if (summary === undefined) return html`<h3 class="request">${request}${note}</h3>`;
  return html`<h3>${summary}${note}</h3>
<p class="request">${request}</p>`;
}

function renderSecurity(security: readonly OpenAPIV3_1.SecurityRequirementObject[] = []) {
  if (security.length === 0) return undefined;
  const ways = security.map((way) => {
    const names = Object.keys(way);
    if (names.length === 0) return html`none`;
    return html`${names.map((name, index) => html`${index === 0 ? '' : ' and '}<a href="#security-${name}">${name}</a>`)}`;
  });
  return html`<p class="security">Credentials: ${ways.map((way, index) => html`${index === 0 ? '' : ', or '}${way}`)}</p>`;
}

function renderParameters(
  document: Document,
  parameters: readonly OpenAPIV3_1.ParameterObject[],
): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, in: place, required, description, schema, content }) => {
    const [media] = Object.values(content ?? {});
    const value = (schema ?? media?.schema ?? {}) as Schema;
    const note = html`<span class="fact">in ${place}</span>${required === true ? html`<span class="fact">required</span>` : undefined}`;
    return html`<dt><code>${name}</code></dt><dd>${renderValue(document, value, note, description)}</dd>`;
  });
  return html`<h4>Parameters</h4><dl class="members">${rows}</dl>`;
}

function renderRequestBody(document: Document, body: OpenAPIV3_1.RequestBodyObject): Html {
  const note = body.required === true ? html` <span class="fact">required</span>` : undefined;
  return html`<h4>Request body${note}</h4>${renderMarkdown(body.description)}${renderContent(document, body.content)}`;
}

function renderResponse(
  document: Document,
  status: string,
  { description, headers, content }: OpenAPIV3_1.ResponseObject,
): Html {
  const kind = /^[23]/.test(status) ? 'good' : /^[45]/.test(status) ? 'bad' : 'calm';
  const rows = Object.entries(headers ?? {}).map(([name, given]) => {
    const header = follow<OpenAPIV3_1.HeaderObject>(document, given);
    return html`<dt><code>${name}</code></dt><dd>${renderValue(document, (header?.schema ?? {}) as Schema, undefined, header?.description)}</dd>`;
  });
  return html`<div class="answer"><h5><span class="status ${kind}">${status}</span> ${renderInline(description)}</h5>
${renderContent(document, content ?? {})}
${rows.length === 0 ? undefined : html`<p class="choice">Headers</p><dl class="members">${rows}</dl>`}</div>`;
}

function renderContent(document: Document, content: Content): Html {
  return html`${Object.entries(content).map(([type, { schema, itemSchema }]) => {
    const value = (schema ?? itemSchema ?? {}) as Schema;
    const words = schema === undefined && itemSchema !== undefined ? 'a sequence of ' : '';
    return html`<p class="media"><code>${type}</code> ${words}${renderValue(document, value)}</p>${renderStructure(document, value)}`;
  })}`;
}

/** Renders all examples of a content, or else the example of its schema. */
function renderExamples(document: Document, place: string, content: Content = {}): Html[] {
  return Object.values(content).flatMap(({ example, examples = {}, schema, itemSchema }) => {
    const named = Object.entries(examples).map(([name, given]) => {
      const found = follow<OpenAPIV3_1.ExampleObject>(document, given);
      return [found?.summary ?? name, found?.value] as const;
    });
    const stated = follow<{ example?: unknown; examples?: unknown[] }>(
      document,
      (schema ?? itemSchema) as object,
    );
    const alone =
      example ?? (named.length === 0 ? (stated?.example ?? stated?.examples?.[0]) : undefined);
    const all = alone === undefined ? named : [[undefined, alone] as const, ...named];
    return all
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => renderExample(place, name, value));
  });
}

function renderExample(place: string, name: string | undefined, value: unknown): Html {
  const shown = typeof value === 'string' ? html`${value}` : renderBody(JSON.stringify(value));
  const caption = name === undefined ? place : `${place} · ${name}`;
  return html`<figure><figcaption>${caption}</figcaption><pre tabindex="0" aria-label="${caption}"><code>${shown}</code></pre></figure>`;
}

function renderCallbacks(
  document: Document,
  { callbacks = {} }: OpenAPIV3_1.OperationObject,
): Html | undefined {
  const rows = Object.entries(callbacks).flatMap(([name, given]) => {
    const callback = follow<OpenAPIV3_1.CallbackObject>(document, given) ?? {};
    return Object.keys(callback).map(
      (expression) => html`<li>${name}: <code>${expression}</code></li>`,
    );
  });
  return rows.length === 0 ? undefined : html`<h4>Callbacks</h4><ul>${rows}</ul>`;
}
