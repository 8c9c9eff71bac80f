/** The specification's table of contents, as far as requirements come from it. */

/** Its headings, in our words where those are long. */
const titles: Readonly<Record<string, string>> = {
  '1': 'Scripts and what they rely on',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Users',
  '4.2': 'Products',
  '4.3': 'Routes by path',
  '5': 'Authentication',
  '5.1': 'API key',
  '5.2': 'Bearer token',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** The number that a section begins with: `4.2` of `4.2 rule 3`. */
export function sectionNumber({ section }: { readonly section: string }): string {
  return section.split(' ')[0] ?? section;
}

/** A heading: `§4.2 Products`; the number alone where the title is unknown. */
export function sectionHeading(number: string): string {
  return `§${number} ${titles[number] ?? ''}`.trimEnd();
}
