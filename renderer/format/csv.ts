/**
 * What spreadsheets take for a formula, also in the wide forms of East Asian text: at the beginning
 * of a cell, after spaces and quotes too, and after every character that another locale or program
 * takes for the end of a cell.
 */
const FORMULA = /(^|[;,|\t\r\n])([ \u00A0\u3000"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
/** Some programs skip it, and read a formula behind it. */
const BREAK_FIRST = /^[ \u00A0\u3000"]*[\t\r\n]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Makes text safe in a spreadsheet: what it would read as a formula begins with an apostrophe. */
export function withoutFormula(text: string): string {
  if (NUMBER.test(text)) return text
  const escaped = text.replaceAll(FORMULA, "$1$2'")
  return BREAK_FIRST.test(escaped) ? `'${escaped}` : escaped
}

/** Formats a CSV cell (RFC 4180). Escapes text that a spreadsheet would read as a formula. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats lines of cells as CSV (RFC 4180). */
export const csvText = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

/** Formats cells as one line for the clipboard, which spreadsheets paste into columns. */
export const tabbedLine = (cells: readonly string[]): string =>
  cells.map((cell) => withoutFormula(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t')
