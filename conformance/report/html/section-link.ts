import type { SectionTitles } from '../../suite/sections.js';
import { sectionHeading, sectionNumber, sectionSign } from '../../suite/sections.js';
import { type Html, html } from './html.js';

/** What links are made of, in a report or a suite. */
interface Contents {
  readonly sections: SectionTitles;
  readonly specification: { readonly anchor?: string | null | undefined };
}

/** The title of a section, which leads to it where the suite says how. */
export function renderHeading(number: string, suite: Contents): Html {
  return linkTo(number, suite, sectionHeading(number, suite.sections));
}

/** A section as rows name it: `§4.2 rule 3`; nothing where a requirement has none. */
export function renderSection(section: string, suite: Contents): Html | undefined {
  if (section === '') return undefined;
  return linkTo(sectionNumber({ section }), suite, sectionSign(section));
}

function linkTo(number: string, { specification }: Contents, text: string): Html {
  const { anchor } = specification;
  if (anchor === null || anchor === undefined || number === '') return html`${text}`;
  const address = anchor.replace(/\$\{section\}/g, encodeURIComponent(number));
  return html`<a href="${address}">${text}</a>`;
}
