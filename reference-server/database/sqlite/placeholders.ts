/** Texts and names in quotes, and comments: what looks like a placeholder there is none. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

const named = /\?\d+|[:@$][a-z_]\w*/i;

/**
 * Refuses placeholders with numbers and names: values come as a list, one for each question mark
 * (§1), and the driver's message about others would speak of their number.
 *
 * @throws Error that names the first
 */
export function checkPlaceholders(sql: string): void {
  const [found] = named.exec(sql.replace(quoted, ' ')) ?? [];
  if (found === undefined) return;
  throw new Error(`Placeholders must be question marks only, not ${found}`);
}
