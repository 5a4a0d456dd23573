/** Returns the ticket of one order of a combination. */
export const memberTicket = (ticket: string, index: number): string => `${ticket}#${index + 1}`
