/** The first page of a site with several suites. */
import { countOf } from '../../kit/words.js';
import { html } from '../report/html/html.js';
import { linkAway, renderSitePage, type SiteFile, type SuiteFiles } from './frame.js';
import { answerOf } from './run.js';

export function renderSuites(suites: readonly SuiteFiles[]): SiteFile {
  const items = suites.map((files) => {
    const { suite, implementations } = files.history;
    const conforming = implementations.filter(
      ({ latest }) => answerOf(latest.tally) === 'conforms',
    ).length;
    return html`<li><h2><a href="${files.overview}">${suite.title}</a></h2><p>${linkAway(suite.specification.url, suite.specification.title)}, version ${suite.version} of the suite: ${conforming} of ${countOf(implementations.length, 'implementation')} ${conforming === 1 ? 'conforms' : 'conform'}.</p></li>`;
  });
  const path = 'index.html';
  const body = html`<main><h1>Implementations by specification</h1><ul class="suites">${items}</ul></main>`;
  return { path, text: renderSitePage(path, 'Implementations by specification', body) };
}
