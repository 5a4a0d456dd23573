import type { PanelText } from '../../shared/messages/window-text.js'

/** A word in the spelling of the wire: upper case, with underscores between its parts. */
const WIRE_SPELLING = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/

/**
 * Formats a word of the broker's records. The set is open: an unknown word of several parts is
 * written as a phrase ("MERGER_FEE" as "Merger fee"); anything else is shown as received.
 */
export function formatBrokerTerm(word: string, { records }: PanelText): string {
  const known = Object.entries(records.brokerTerms).find(([name]) => name === word)?.[1]
  if (known !== undefined) return known
  if (!WIRE_SPELLING.test(word)) return word
  return `${word[0] ?? ''}${word.slice(1).toLowerCase().replaceAll('_', ' ')}`
}
