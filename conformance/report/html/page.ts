import type { Report } from '../model.js';

export function renderHtml(report: Report): string {
  return `<!doctype html><title>${report.conclusion.answer}</title>`;
}
