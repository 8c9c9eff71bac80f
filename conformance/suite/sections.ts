/** The specification's table of contents, as far as requirements come from it. */

/** Titles of sections by their numbers. */
export type SectionTitles = Readonly<Record<string, string>>;

/** The number that a section begins with: `4.2` of `4.2 rule 3`. */
export function sectionNumber({ section }: { readonly section: string }): string {
  return section.split(' ')[0] ?? section;
}

/** A heading: `§4.2 Lists`; the number alone where the title is unknown. */
export function sectionHeading(number: string, titles: SectionTitles): string {
  if (number === '') return 'Requirements';
  return `§${number} ${titles[number] ?? ''}`.trimEnd();
}

/** A section as reports name it: `§4.2 rule 3`; empty where a requirement has none. */
export function sectionSign(section: string): string {
  return section === '' ? '' : `§${section}`;
}

/** The same in brackets, after a blank. */
export function inBrackets(section: string): string {
  return section === '' ? '' : ` (§${section})`;
}
