import {
  type SectionTitles,
  sectionHeading,
  sectionNumber,
  sectionSign,
} from '../../suite/suite.js';
import { type Html, html } from './html.js';

/** What links are made of, in a report or a suite. */
interface Contents {
  readonly sections: SectionTitles;
  readonly specification: { readonly anchor?: string | null | undefined };
}

/**
 * The title of a section, which leads to it where the suite says how.
 *
 * @param otherwise the address that it leads to where the suite knows none
 */
export function renderHeading(number: string, suite: Contents, otherwise?: string): Html {
  return linkTo(number, suite, sectionHeading(number, suite.sections), otherwise);
}

/**
 * A section as rows name it, `§4.2 rule 3`; nothing where a requirement has none.
 *
 * @param otherwise the address that it leads to where the suite knows none
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
  const anchor = specification.anchor?.replace(/\$\{section\}/g, encodeURIComponent(number));
  const address = number === '' ? undefined : (anchor ?? otherwise);
  return address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`;
}
