/** Requirements about logins with the account that a registration creates. */
import { asObject } from '../../../kit/collections.js';
import { findMember, withValueAt } from '../../../kit/member-path.js';
import { successesOf } from '../description/answered-ids.js';
import type { DocumentedAnswer } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { operationName } from '../description/paths.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { hasOwnText, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { type Accounts, findAccounts } from '../resources/logins.js';
import type { Plan } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf, statusesOf } from './answers.js';

/** The right password, a wrong one, and an account that does not exist. */
export function planLogin(plan: Plan): readonly PlannedRequirement[] {
  const { registration, login }: Accounts = findAccounts(plan.api);
  const registering = plan.uses.find((one) => one.operation === registration?.operation);
  const use = plan.uses.find((one) => one.operation === login?.operation);
  if (!registration || !login || !registering || !use) return [];
  const refusals = login.operation.answers.filter(({ status }) => /^4/.test(status));
  const status = refusals.length === 0 ? 'a client error' : statusesOf(refusals);
  const account = findMember(login.body, ({ value }) => hasOwnText(value));
  const cases: readonly (readonly [rule: string, said: string, body: unknown, expected: string])[] =
    [
      [
        'response.status',
        'with the password of the account succeeds',
        login.body,
        statusesOf(successesOf(login.operation)),
      ],
      [
        'wrong-password',
        'with a wrong password is rejected',
        withValueAt(login.body, login.password, uniqueText('wrong')),
        status,
      ],
      ...(account === undefined
        ? []
        : [
            [
              'unknown-account',
              'for an unknown account is rejected',
              renameOwnTexts(login.body, '', 'nobody'),
              status,
            ] as const,
          ]),
    ];
  return [
    ...cases.flatMap(([rule, said, body, expected]) =>
      draft(
        plan,
        use,
        {
          ...{ rule, kind: 'login' as const, statement: `${labelOf(use)} ${said}.` },
          needs: rule === 'response.status' ? [] : [`${use.name}.response.status`],
          families: rule === 'response.status' ? [] : ['wrong login'],
        },
        (writer) => {
          writer.perform(registering, 'Given');
          writer.send('When', login.operation, login.operation.path, {
            body,
            isShared: rule === 'response.status',
          });
          writer.expect(expected);
        },
      ),
    ),
    ...planAnswer(plan, successesOf(login.operation)),
  ];
}

/** The same with the name and the password that the operator gives for a flow of OAuth 2 (RFC 6749 §4.3). */
export function planGivenLogin(plan: Plan): readonly PlannedRequirement[] {
  const logins = [...plan.credentials.values()].flatMap(({ name, login }) => {
    const use = plan.uses.find(({ operation }) => operationName(operation) === login?.request);
    const isGiven = ['user', 'password'].every((one) => plan.isGiven(`${name}-${one}`));
    return use === undefined || !isGiven ? [] : [{ use, form: login?.form ?? {} }];
  });
  return logins.flatMap(({ use, form }) => {
    const plain = `${use.name}.response.status`;
    const cases = [
      ['response.status', 'with the given name and password succeeds', form],
      [
        'wrong-password',
        'with a wrong password is rejected',
        { ...form, password: uniqueText('wrong') },
      ],
      [
        'unknown-account',
        'for an unknown account is rejected',
        { ...form, username: uniqueText('nobody') },
      ],
    ] as const;
    return cases.flatMap(([rule, said, body]) => {
      const isPlain = rule === 'response.status';
      const about = {
        ...{ rule, kind: 'login' as const, statement: `${labelOf(use)} ${said}.` },
        ...{ needs: isPlain ? [] : [plain], families: isPlain ? [] : ['wrong login'] },
      };
      return draft(plan, use, about, (writer) => {
        writer.send('When', use.operation, use.operation.path, { body });
        writer.expect(isPlain ? statusesOf(successesOf(use.operation)) : 'a client error');
      });
    });
  });
}

/** Answers about the account that a registration creates do not have its password. */
export function planSecret(plan: Plan): readonly PlannedRequirement[] {
  const { registration } = findAccounts(plan.api);
  const use = plan.uses.find(({ operation }) => operation === registration?.operation);
  if (registration === undefined || use === undefined) return [];
  const schemas = successesOf(use.operation).map(({ schema }) => schema);
  const isShown = schemas.some((one) => showsPassword(plan, one));
  if (isShown || schemas.every((one) => one === undefined)) return [];
  const mark = `${use.name}-secret`;
  const body = renameOwnTexts(
    withValueAt(registration.body, registration.password, secretText),
    '',
    mark,
  );
  const { schema } = use.operation.body ?? {};
  const isValid = schema && schemasOf(plan.api).problems(schema, sampleOf(body)).length === 0;
  if (!isValid) return [];
  const about = {
    ...{ rule: 'response.secret', kind: 'login' as const },
    statement: `The answer to ${labelOf(use)} does not have the password.`,
    needs: [`${use.name}.response.status`],
  };
  return draft(plan, use, about, (writer) => {
    const { path } = writer.prepare(use);
    writer.authorize(use.operation).cleanUpAfter(use, path);
    writer.send('When', use.operation, path, { body });
    writer.applyOnlyIfAccepted();
    writer.add('Then', `the text of the body does not contain "${secretText}"`);
  });
}

/** A password that no other member has, with all that rules about passwords usually demand. */
const secretText = `${uniqueText('secret')}aA1!`;

function showsPassword(plan: Plan, schema: unknown, depth = 0): boolean {
  const properties = Object.entries(asObject(merged(plan.api.document, schema).properties));
  return properties.some(
    ([name, part]) =>
      (/passw/i.test(name) && merged(plan.api.document, part).writeOnly !== true) ||
      (depth < 2 && showsPassword(plan, part, depth + 1)),
  );
}

function planAnswer(
  plan: Plan,
  successes: readonly DocumentedAnswer[],
): readonly PlannedRequirement[] {
  const { registration, login } = findAccounts(plan.api);
  const registering = plan.uses.find((one) => one.operation === registration?.operation);
  const use = plan.uses.find((one) => one.operation === login?.operation);
  if (!login || !registering || !use || !successes.some(({ hasBody }) => hasBody)) return [];
  const about = {
    ...{ rule: 'response.body', kind: 'login' as const },
    statement: `The answer to ${labelOf(use)} has the documented media type and body.`,
    needs: [`${use.name}.response.status`, `${registering.name}.response.body`],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(registering, 'Given');
    writer.send('When', login.operation, login.operation.path, {
      body: login.body,
      isShared: true,
    });
    writer.applyOnlyIfAccepted();
    writer.add('Then', 'the answer conforms to the OpenAPI description');
  });
}
