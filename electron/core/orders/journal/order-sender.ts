/** Who decided on an order that Countersign sent: the person, or an assistant's request. */
export type OrderSender = 'hand' | 'assistant'

/** Begins the tickets of orders that assistants request; the person's tickets are random. */
export const INSTRUCTION_TICKET = 'i-'

/** Returns who decided on the order of a ticket. */
export const senderOfTicket = (ticket: string): OrderSender =>
  ticket.startsWith(INSTRUCTION_TICKET) ? 'assistant' : 'hand'
