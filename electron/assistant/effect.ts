/**
 * What a call of a tool can do at most. There is no word for trading: an assistant reads, asks the
 * person for something, or withdraws
 * what it asked for itself (CONFIRM-5 and CONFIRM-6; SEC-22).
 */
export type Effect = 'read' | 'instruct' | 'withdraw'
