/** The page that tells how an implementation is added. */
import { html } from '../report/html/html.js';
import { linkAway, type SiteFile, type SuiteFiles } from './frame.js';

/** @param address where results are collected, such as a repository; undefined when it is unknown */
export function renderJoining(files: SuiteFiles, address: string | undefined): SiteFile {
  const { suite } = files.history;
  const place =
    address === undefined
      ? html`to those who publish this site`
      : html`to ${linkAway(address, address)}`;
  return files.render({
    path: files.joining,
    title: 'Add your implementation',
    body: html`<h1>Add your implementation</h1>
<p>This site is made from results of checks. An implementation appears as soon as there is a result of it, and its history grows with each further one.</p>
<ol class="steps">
<li><p>Get version ${suite.version} of the suite “${suite.title}”, whose folder is SUITE below, and check your server with it. The name, the version or commit, and the address tell readers what was checked:</p>
<pre tabindex="0"><code>npx touchstone check --suite SUITE --base-url http://127.0.0.1:8080 \\
  --target-name "my server" --target-version "$(git rev-parse --short HEAD)" \\
  --target-url https://example.org/my-server \\
  --reports results/my-server</code></pre></li>
<li><p>Read <code>results/my-server/report.html</code>. It shows all that will be published: requests, answers and what differs. Secrets that the check was given are replaced by the names of their variables.</p></li>
<li><p>Send <code>results/my-server/report.json</code> ${place}, or let your CI do so every night: the folder of a result is yours, and its name is the name of your implementation.</p></li>
</ol>
<h2>What is shown of a result</h2>
<ul>
<li>Whether an implementation conforms follows from the verdicts on all requirements. A run of some of them (<code>--only</code>), or one that was stopped, is not used.</li>
<li>Results are of the same implementation when their folder, name, address and checked scope are the same. Different ones of the same name are told apart on every page.</li>
<li>No single result decides how a requirement is stated.</li>
<li>Results with the requirements of another suite are left out.</li>
</ul>`,
  });
}
