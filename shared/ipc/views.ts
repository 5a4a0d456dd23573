/**
 * Pages that may be opened in the system browser; the page sends a name, main holds the address.
 */
export const LINKS = ['charts-attribution'] as const
