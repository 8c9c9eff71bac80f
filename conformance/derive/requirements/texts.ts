/** Requirements that texts are stored as they are sent. */
import { asObject, type Json, valueAt } from '../../../kit/collections.js';
import { withValueAt } from '../../../kit/member-path.js';
import { step } from '../description/answered-ids.js';
import { isWrittenAsJson } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { isFreeText } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { ownAccountOf } from '../resources/own-account.js';
import { changedId, creationBy } from '../resources/ownership.js';
import { isLater, type Plan, placeholder, type Use } from '../resources/plan.js';
import type { Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import { objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { bodyIn, judgeListed, judgeValues, state, statusOf } from './stored-values.js';

/** A way in which texts are other ones than usual. */
interface Unusual {
  readonly rule: string;
  /** What texts have, or are: `with unusual characters`. */
  readonly said: string;
  /** The text in place of a usual one; undefined where it stays. */
  alter(text: string, schema: Json, own: string): string | undefined;
  prepare?(writer: Writer, own: string): void;
}

/** Characters that mean something in HTML, JSON, URLs or SQL, or are beyond the usual alphabets. */
const oddCharacters = ` é漢😀 "x" 'y' \\ % %41 %25 %% & + < > # ../ ;`;

/** The length of texts for which a column of a database may be too short. */
const longLength = 300;

const longName = 'long text';

const unusual: readonly Unusual[] = [
  {
    ...{ rule: 'texts', said: 'texts with unusual characters' },
    alter: (text, schema) => (isFreeText(schema) ? `${text}${oddCharacters}` : undefined),
  },
  {
    ...{ rule: 'texts.long', said: `texts of ${longLength} characters` },
    alter: (_text, schema) => {
      const isAllowed = Number(schema.maxLength ?? longLength) >= longLength;
      return isFreeText(schema) && isAllowed ? placeholder(longName) : undefined;
    },
    prepare: (writer, own) =>
      writer.add(
        'Given',
        `I remember "${own}" padded to ${longLength} characters as "${longName}"`,
      ),
  },
];

/** What a create and then an update send is shown by a GET and by the list. */
export function planTexts(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  return unusual.flatMap((one) => planUnusual(plan, resource, one));
}

/** A body in which all free texts are unusual; undefined where there are none. */
function unusualBody(
  plan: Plan,
  sender: Use,
  usual: unknown,
  own: string,
  { alter }: Unusual,
): unknown {
  const { document } = plan.api;
  const schema = sender.operation.body?.schema ?? {};
  const changed = membersIn(document, schema, usual).reduce<unknown>((whole, member) => {
    const [name = '', text] = [member.path.at(-1), valueAt(usual, member.path)];
    const isPlain = !/mail|passw|secret|token|id$|ur[il]|date|code|slug|login/i.test(name);
    if (typeof text !== 'string' || !isPlain) return whole;
    const other = alter(text, merged(document, member.schema), own);
    if (other === undefined) return whole;
    const next = withValueAt(whole, member.path, other);
    return schemasOf(plan.api).problems(schema, sampleOf(next)).length === 0 ? next : whole;
  }, usual);
  return JSON.stringify(changed) === JSON.stringify(usual) ? undefined : changed;
}

function planUnusual(plan: Plan, resource: Resource, one: Unusual) {
  const { create, reads } = resource;
  const [[read], { operation }] = [reads, create];
  const usual = renameOwnTexts(bodyIn(plan, create, 0), '', one.rule);
  const own = uniqueText(one.rule);
  if (read === undefined || !isWrittenAsJson(operation.body?.mediaType ?? '')) return [];
  const body = unusualBody(plan, create, usual, own, one);
  const shown = shownValues(plan, create, body, objectsIn(plan, read));
  const creation = creationBy(plan, operation, operation.path);
  // An id that is made of the text would have to be encoded.
  const isId = Object.keys(asObject(body)).some((name) => creation?.jsonPath?.endsWith(step(name)));
  if (body === undefined || shown === undefined || !hasOwnText(usual)) return [];
  if (isId || creation?.jsonPath === undefined || creation.deletion === undefined) return [];
  const { jsonPath, name } = creation;
  const about = {
    ...{ rule: one.rule, kind: state },
    statement: `${labelOf(read)} shows ${one.said} as they were sent.`,
    needs: [statusOf(read), `${create.name}.stored`],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.prepare(create);
    one.prepare?.(writer, own);
    writer.authorize(operation).cleanUpAfter(create, filled.path);
    writer.send('When', operation, filled.path, { body });
    // A server may have rules about texts that no schema states.
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the requirement applies only if ${jsonPath} is present`);
    writer.add('When', `I remember ${jsonPath} as "${name}"`);
    const item = fillPath(plan, read.operation, { byQuery: read.byQuery });
    const judgeRead = (values: ShownValues) => {
      writer.actAsCreated(read, { ...creation, body }, 'When');
      writer.authorize(read.operation, 'When');
      const until = isLater(operation) ? { until: 'the status is a success' } : {};
      writer.send('When', read.operation, item.path, { query: item.query, ...until });
      writer.expect('a success');
      judgeValues(writer, values);
    };
    judgeListed(plan, resource, writer, filled.path, body);
    judgeRead(shown);
    judgeUpdated(plan, resource, writer, one, judgeRead);
  });
}

/** Goes on with an update of what the scenario has created and just read. */
function judgeUpdated(
  plan: Plan,
  { reads, updates }: Resource,
  writer: Writer,
  one: Unusual,
  judgeRead: (values: ShownValues) => void,
): void {
  const [[update], [read]] = [updates, reads];
  if (update === undefined || read === undefined || isLater(update.operation)) return;
  if (ownAccountOf(plan, update) !== undefined || changedId(plan, update) !== undefined) return;
  const mark = `${one.rule}-changed`;
  const usual = renameOwnTexts(bodyIn(plan, update, 1), 'changed', mark);
  const body = unusualBody(plan, update, usual, uniqueText(mark), one);
  const shown = shownValues(plan, update, body, objectsIn(plan, read));
  if (body === undefined || shown === undefined || !hasOwnText(usual)) return;
  const { path, query } = fillPath(plan, update.operation, { byQuery: update.byQuery });
  for (const need of [statusOf(update), `${update.name}.stored`]) writer.needs.add(need);
  one.prepare?.(writer, uniqueText(mark));
  writer.authorize(update.operation, 'When');
  writer.send('When', update.operation, path, { body, query });
  writer.applyOnlyIfAccepted();
  judgeRead(shown);
}
