/** The conclusion as an SVG badge, for a README or a dashboard. */
import { html } from '../html/html.js';
import type { Report } from '../model.js';

/** White text on these colours has the contrast that WCAG demands. */
export const badgeColors = { good: '#13693c', bad: '#a8201a', unsure: '#7a4b00' } as const;

const colors: Readonly<Record<Report['conclusion']['answer'], string>> = {
  conforms: badgeColors.good,
  'does not conform': badgeColors.bad,
  'cannot say': badgeColors.unsure,
};

const height = 20;
const padding = 8;

/** Average width of a character; `textLength` stretches the texts to fit. */
const characterWidth = 6.4;

/** The badge of one result. */
export function renderBadgeImage(report: Report): string {
  return renderBadgeOf(report.conclusion.answer, describeCounts(report));
}

/**
 * The badge of a conclusion.
 *
 * @param counts the counts behind the conclusion, in words
 */
export function renderBadgeOf(answer: Report['conclusion']['answer'], counts: string): string {
  return renderLabelled('conformance', `${answer} · ${counts}`, colors[answer]);
}

/** A badge that embeds no font; screen readers read its label. */
export function renderLabelled(label: string, text: string, color: string): string {
  const [left, right] = [widthOf(label), widthOf(text)];
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<clipPath id="round"><rect width="${left + right}" height="${height}" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="${left}" height="${height}" fill="#3d4759"/>
<rect x="${left}" width="${right}" height="${height}" fill="${color}"/>
</g>
<g fill="#ffffff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
<text x="${padding}" y="14" textLength="${left - 2 * padding}">${label}</text>
<text x="${left + padding}" y="14" textLength="${right - 2 * padding}">${text}</text>
</g>
</svg>
`.text;
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 2 * padding;
}

/** The counts behind the conclusion: failures first, then requirements without a judgement. */
function describeCounts({ counts }: Report): string {
  const against = counts.fail + counts.unstable;
  const unjudged = counts.error + counts.blocked + counts['not tested'];
  if (against > 0) return `${against} failed`;
  return unjudged > 0 ? `${unjudged} not judged` : `${counts.pass} passed`;
}
