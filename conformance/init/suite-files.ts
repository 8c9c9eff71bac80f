/** Renders the files of a new suite. */
import { createRequire } from 'node:module';
import { packageIdentity } from '../../kit/package-root.js';
import { countOf } from '../../kit/words.js';
import { undeletedBy } from '../derive/derived-suite.js';
import { kebab, oneLine } from '../derive/description/values.js';
import { type CredentialEntry, givenOf } from '../derive/resources/credentials.js';
import type { PathOption } from '../derive/resources/path-options.js';
import type { PlannedRequirement } from '../derive/scenarios/model.js';
import { renderEntries, renderFeatures } from '../derive/scenarios/render.js';
import { type ResourceKind, variableOf } from '../suite/suite.js';

/** The content of a new suite. */
export interface NewSuite {
  readonly title: string;
  readonly version: string;
  readonly credentials: readonly CredentialEntry[];
  readonly options: readonly PathOption[];
  readonly resources: readonly ResourceKind[];
  readonly requirements: readonly PlannedRequirement[];
  /** Titles of the sections, by their names. */
  readonly sections: ReadonlyMap<string, string>;
  /** Documented statuses without a requirement. */
  readonly excludedStatuses: readonly string[];
  /** The name and text of the OpenAPI description; undefined when there is none. */
  readonly openapi: { readonly name: string; readonly text: string } | undefined;
  /** The file that the description was copied from, as shown to people. */
  readonly origin: string | undefined;
  /** The path from the suite to the folder of the schemas: empty, or with a slash at its end. */
  readonly schemas: string;
}

/** All files, by their paths below the suite's folder. */
export function renderSuite(suite: NewSuite): ReadonlyMap<string, string> {
  const files = new Map([
    ['suite.yaml', renderSuiteFile(suite)],
    ['requirements.yaml', renderRequirements(suite)],
    ...renderFeatures(suite.requirements),
    ['touchstone.config.yaml', '# Options of "touchstone" in this folder.\nsuite: .\n'],
    ['.github/workflows/conformance.yml', renderWorkflow(suite)],
    ['README.md', renderReadme(suite)],
  ]);
  if (suite.openapi !== undefined) files.set(suite.openapi.name, suite.openapi.text);
  return files;
}

/** Loaded on use, to keep commands fast. */
function toYaml(value: unknown): string {
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return stringify(value, { lineWidth: 100 });
}

/** A YAML string in one line. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function renderSuiteFile(suite: NewSuite): string {
  const { sections, title, version, credentials, options, resources } = suite;
  const { openapi, origin, schemas } = suite;
  const lines = [
    `# yaml-language-server: $schema=${schemas}suite.schema.json`,
    '# Describes this suite to "touchstone". All paths are relative to this file.',
    `name: ${kebab(title, 'my-suite')}`,
    `title: ${quote(title)}`,
    `version: ${quote(version)}`,
    'specification:',
    `  title: ${quote(title)}`,
    '  # Where it can be read, and how the address of a section ends: reports link to it.',
    '  # url: https://example.com/specification',
    `  # anchor: "#section-${'$'}{section}"`,
    '  # Its text, in Markdown, HTML or plain: "touchstone lint" then names each sentence with MUST,',
    '  # SHOULD or MAY that neither a requirement nor an exclusion quotes.',
    '  # text: specification.md',
    '# The places in the description that state the requirements.',
    'sections:',
    ...[...sections].map(([place, title]) => `  ${quote(place)}: ${quote(title)}`),
    'requirements: requirements.yaml',
    ...(openapi === undefined
      ? ['# openapi: openapi.yaml']
      : [
          `# A copy of ${oneLine(origin)}; name that file itself to follow its changes.`,
          `openapi: ${openapi.name}`,
        ]),
    'features: features',
    '# A folder of step files in TypeScript or JavaScript, for what the ready-made sentences cannot say.',
    '# steps: steps',
    ...renderCredentials(credentials),
    ...renderOptions(options),
    ...renderResources(resources),
  ];
  return `${lines.join('\n')}\n`;
}

function renderCredentials(credentials: readonly CredentialEntry[]): readonly string[] {
  if (credentials.length === 0) return [];
  const entries = credentials.flatMap(({ name, help, secret, header, query, login }) => [
    `  ${name}:`,
    `    help: ${quote(help)}`,
    ...(secret === undefined ? [] : ['    secret: false']),
    ...(header === undefined || query !== undefined ? [] : [`    header: ${quote(header)}`]),
    ...(query === undefined ? [] : [`    query: ${quote(query)}`]),
    ...(login === undefined
      ? []
      : [
          '    login:',
          `      request: ${login.request}`,
          ...renderLoginBody(login),
          `      token: ${quote(login.token)}`,
          ...(login.cleanup === undefined ? [] : [`      cleanup: ${quote(login.cleanup)}`]),
        ]),
  ]);
  return [
    `# Each is an option of "touchstone check", such as --${credentials[0]?.name}.`,
    'credentials:',
    ...entries,
  ];
}

function renderLoginBody({ form, json }: NonNullable<CredentialEntry['login']>): readonly string[] {
  if (form === undefined) return [`      json: ${JSON.stringify(json)}`];
  return [
    '      form:',
    ...Object.entries(form).map(([field, value]) => `        ${field}: ${quote(value)}`),
  ];
}

function renderOptions(options: readonly PathOption[]): readonly string[] {
  if (options.length === 0) return [];
  return [
    '# Options for what the description does not show. With a "default", the option may be omitted.',
    'parameters:',
    ...options.flatMap(({ name, help }) => [`  ${name}:`, `    help: ${quote(help)}`]),
  ];
}

function renderResources(resources: readonly ResourceKind[]): readonly string[] {
  if (resources.length === 0) return [];
  return [
    '# How requests name one of them, and by which members some are recognized.',
    'resources:',
    ...resources.flatMap(({ name, item, refers }) => [
      `  ${name}:`,
      `    item: ${quote(item)}`,
      ...(refers === undefined ? [] : [`    refers: ${JSON.stringify(refers)}`]),
    ]),
  ];
}

function renderRequirements({ requirements, excludedStatuses, schemas }: NewSuite): string {
  const entries = renderEntries(requirements);
  const exclusions = [...excludeAnswers(excludedStatuses), ...excludeUncleaned(requirements)];
  return [
    `# yaml-language-server: $schema=${schemas}requirements.schema.json`,
    '# The statements of the specification, one requirement for each, in your own words. A scenario',
    '# belongs to a requirement by its tag: @req:<id>. "needs" names what must hold before it can be judged.',
    toYaml({ requirements: entries }),
    ...(exclusions.length === 0
      ? []
      : ['# What is not checked, and what is not deleted.', toYaml({ exclusions })]),
  ].join('\n');
}

function excludeAnswers(statuses: readonly string[]): readonly object[] {
  if (statuses.length === 0) return [];
  const reason = 'They depend on the state of the server, not on a request.';
  return [{ answers: statuses.map((status) => `* ${status}`), reason }];
}

/** The exclusion of requests whose rows no operation of the description deletes. */
function excludeUncleaned(requirements: readonly PlannedRequirement[]): readonly object[] {
  const requests = undeletedBy(requirements.filter(({ unfinished }) => unfinished === undefined));
  if (requests.length === 0) return [];
  const reason = 'The description has no operation that deletes what they create.';
  return [{ requests, reason }];
}

/** The file that `npm pack` writes. */
function tarballName(): string {
  const { name, version } = packageIdentity();
  return `${name}-${version}.tgz`;
}

function renderWorkflow({ credentials }: NewSuite): string {
  const secrets = givenOf(credentials).map(({ name }) => {
    const variable = variableOf(name);
    return `      ${variable}: ${'$'}{{ secrets.${variable} }}`;
  });
  return `# Checks a server at every push. GitHub reads workflows in the folder .github/workflows/ of the
# repository: move it there when the suite is not the whole repository, and name its folder below.
name: Conformance
on: [push, pull_request]

jobs:
  check:
    runs-on: ubuntu-latest
    env:
      # The server to check: start it before, or name one that runs.
      TOUCHSTONE_BASE_URL: http://127.0.0.1:8080
${secrets.map((line) => `${line}\n`).join('')}    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      # Touchstone is on no registry yet: "npm pack" in a checkout of it writes this file; commit it here.
      - run: npm install --no-save ./${tarballName()}
      - run: npx touchstone lint .
      - run: npx touchstone check --suite .
      - name: Keep the reports
        if: always()
        uses: actions/upload-artifact@v4
        with:
          name: conformance-reports
          path: reports/
`;
}

function renderReadme(suite: NewSuite): string {
  const { title, credentials, requirements, openapi } = suite;
  const unfinished = requirements.filter((one) => one.unfinished !== undefined).length;
  const options = givenOf(credentials)
    .map(({ name }) => ` --${name} VALUE`)
    .join('');
  return `# ${title}: conformance suite

Does a server behave as the specification says? Touchstone is on no registry yet: \`npm pack\` in a checkout of
it writes \`${tarballName()}\`. Put that file into this folder; then, in this folder:

    npm install --no-save ./${tarballName()}
    npx touchstone check --base-url http://127.0.0.1:8080${options}

The reports are in \`reports/\`; \`report.html\` is the one to read.
${
  openapi === undefined
    ? ''
    : `The base URL is what comes before the paths of \`${openapi.name}\`.\n`
}
| File | What it is |
|---|---|
| \`suite.yaml\` | describes the suite: names, sections, credentials, files |
| \`requirements.yaml\` | the catalogue: every statement of the specification |
| \`features/\` | the scenarios that check them, in ready-made sentences |
${openapi === undefined ? '' : `| \`${openapi.name}\` | the OpenAPI description, which answers are compared with |\n`}| \`.github/workflows/\` | a check at every push |

## What to do next

1. Run the check against a server of yours, and look at what fails: is it the server, or the scenario?
${
  unfinished === 0
    ? ''
    : `2. ${countOf(unfinished, 'scenario')} with the tag \`@todo\` could not be derived from the description: a comment
   above each says what is missing. Write its steps, and take the tag away.
`
}${unfinished === 0 ? 2 : 3}. Add what else the specification states: one requirement for each sentence, one scenario for
   each requirement. \`npx touchstone lint --watch\` reports mistakes while you write.
${unfinished === 0 ? 3 : 4}. Name the text of the specification in \`suite.yaml\` (\`specification.text\`), so that each sentence with
   MUST, SHOULD or MAY that nothing covers is named as well.

Scenarios change and delete only what they have created, which they recognize by a text that no other
run uses: \`${'$'}{unique}\`.
`;
}
