import { escapeHidden } from '../../../kit/words.js';
import {
  type SectionTitles,
  sectionHeading,
  sectionNumber,
  sectionSign,
} from '../../suite/suite.js';
import { type Html, html } from './html.js';

/** The sections and addresses of a report or a suite. */
interface Contents {
  readonly sections: SectionTitles;
  readonly specification: { readonly anchor?: string | null | undefined };
}

/**
 * The title of a section, as a link where an address is known.
 *
 * @param otherwise the address for suites that do not state one
 */
export function renderHeading(number: string, suite: Contents, otherwise?: string): Html {
  return linkTo(number, suite, sectionHeading(number, suite.sections), otherwise);
}

/**
 * A section in a row, `§4.2 rule 3`, as a link where an address is known; undefined for an empty
 * one.
 *
 * @param otherwise the address for suites that do not state one
 */
export function renderSection(
  section: string,
  suite: Contents,
  otherwise?: string,
): Html | undefined {
  if (section === '') return undefined;
  return linkTo(sectionNumber({ section }), suite, sectionSign(section), otherwise);
}

function linkTo(
  number: string,
  { specification }: Contents,
  text: string,
  otherwise: string | undefined,
): Html {
  const anchor = specification.anchor?.replace(
    /\$\{section\}/g,
    encodeURIComponent(escapeHidden(number)),
  );
  const known = anchor && isHarmless(anchor) ? anchor : otherwise;
  const address = number === '' ? undefined : known;
  return address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`;
}

/** Whether following a link runs no script. Suites may name a file, and addresses without a scheme. */
function isHarmless(address: string): boolean {
  return !URL.canParse(address) || /^(https?|file):$/.test(new URL(address).protocol);
}
