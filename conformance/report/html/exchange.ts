/** One request and its answer. */
import type { DescribedExchange } from '../../http/described-exchange.js';
import { pathOf } from '../failures.js';
import { type Html, html } from './html.js';
import { renderBody } from './json.js';

/** Everything about it; long bodies scroll, so the keyboard has to get there. */
export function renderExchange(exchange: DescribedExchange): Html {
  const { request, response, failure } = exchange;
  const answer =
    response === null
      ? html`<pre class="answer missing" tabindex="0">${failure ?? 'no answer'}</pre>`
      : html`<pre class="answer" tabindex="0">${renderStatus(response.status)}
${renderHeaders(response.headers)}

${renderBody(response.body)}</pre>`;
  return html`<div class="exchange">
<pre class="request" tabindex="0"><b>${request.method}</b> ${pathOf(request.url)}
${renderHeaders(Object.entries(request.headers))}

${renderBody(request.body ?? '')}</pre>
${answer}
${renderCurl(exchange.curl)}
</div>`;
}

/** One line and the command: enough for an exchange that nobody has to explain. */
export function renderExchangeLine({ request, response, curl }: DescribedExchange): Html {
  const status = response === null ? html`<i>no answer</i>` : renderStatus(response.status);
  return html`<li><code><b>${request.method}</b> ${pathOf(request.url)}</code> → ${status} ${renderCurl(curl)}</li>`;
}

function renderCurl(curl: string): Html {
  return html`<div class="curl"><button type="button" class="copy">Copy curl</button><code>${curl}</code></div>`;
}

function renderStatus(status: number): Html {
  return html`<b class="status s${Math.floor(status / 100)}">${status}</b>`;
}

function renderHeaders(headers: readonly (readonly [string, string])[]): Html {
  return html`<span class="headers">${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</span>`;
}
