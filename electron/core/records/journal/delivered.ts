/** Begins the id of what was held before the first record. */
export const OPENING = 'opening '
/** Begins the id of what came in or went out by a transfer. */
export const TRANSFER = 'transfer '

/** True for a lot that no trade opened: the day of its purchase is not known. */
export const isDelivered = (openedBy: string): boolean =>
  openedBy.startsWith(OPENING) || openedBy.startsWith(TRANSFER)
