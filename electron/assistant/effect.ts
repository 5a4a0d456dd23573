/**
 * The largest effect of a tool. There is none for trading: an assistant reads, requests
 * instructions, or withdraws its own (CONFIRM-5, CONFIRM-6; SEC-22).
 */
export type Effect = 'read' | 'instruct' | 'withdraw'
