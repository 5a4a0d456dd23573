import { insideQuotes } from '../../../../domain/text-safety.js'

/** Texts of the list of what assistants changed in the window. */
export const assistantChangesText = {
  title: 'Changed by assistants',
  watchlist: (assistant: string, deeds: string, list: string) =>
    `${assistant} ${deeds} in the watchlist “${insideQuotes(list)}”`,
  created: 'made the list',
  renamed: (from: string) => `renamed “${insideQuotes(from)}”`,
  added: (symbols: string) => `added ${symbols}`,
  removed: (symbols: string) => `removed ${symbols}`,
  ago: (age: string) => `${age} ago`,
  undo: 'Undo',
  keep: 'Keep',
  dismiss: 'Dismiss',
  show: 'Show',
  fill: 'Fill ticket',
  replace: 'Replace your draft',
  /** Further changes than the newest. */
  more: (count: number) => (count === 1 ? '1 more change' : `${count} more changes`),
  less: 'Show only the newest',
  setBy: (assistant: string) => `Set by ${assistant}`,
}
