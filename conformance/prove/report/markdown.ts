/** The result of a proof in Markdown, for job summaries and pull requests. */
import { badgeColors, renderLabelled } from '../../report/formats/badge.js';
import { code, escapeMarkdown } from '../../report/formats/markdown.js';
import { concludeProof } from './console.js';
import { groupOpen, type ProofReport, type Survivor } from './model.js';

/** The summary with its headings. */
export function renderProofSummary(report: ProofReport): string {
  const { survivors, kinds } = report;
  const sections = [
    `# What this suite would not notice\n\n**${escapeMarkdown(concludeProof(report))}**`,
    ...(survivors.length === 0
      ? []
      : [`## Survivors\n\n${survivors.map(renderSurvivor).join('\n')}`]),
    [
      '| Kind of fault | noticed | survived |\n|---|---:|---:|',
      ...kinds.map(({ name, noticed, survived }) => `| ${name} | ${noticed} | ${survived} |`),
    ].join('\n'),
    ...renderOpen(report),
  ];
  return `${sections.join('\n\n')}\n`;
}

function renderOpen(report: ProofReport): readonly string[] {
  const rows = [...groupOpen(report)].map(
    ([id, faults]) => `| ${code(id)} | ${faults.map(code).join('<br>')} |`,
  );
  if (rows.length === 0) return [];
  return [`| Open requirement | faults that it alone observes |\n|---|---|\n${rows.join('\n')}`];
}

function renderSurvivor({ fault, suggestion }: Survivor): string {
  if (suggestion === null) return `- ${code(fault)}`;
  return `- ${code(fault)}, noticed by ${suggestion.sentences.map(code).join(' and ')}`;
}

/** The scores from which on a badge is green, and below which it is red. */
const [goodScore, badScore] = [90, 60];

/** The score as a badge. */
export function renderProofBadge({ score }: ProofReport): string {
  if (score === null) return renderLabelled('faults noticed', 'none planted', badgeColors.unsure);
  const color = score >= goodScore ? 'good' : score < badScore ? 'bad' : 'unsure';
  return renderLabelled('faults noticed', `${score} %`, badgeColors[color]);
}
