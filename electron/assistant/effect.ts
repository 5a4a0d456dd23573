/**
 * The largest effect of a tool. There is none for trading: an assistant reads, requests
 * instructions, withdraws its own, or changes watchlists and the window, which the person can undo
 * (CONFIRM-5, CONFIRM-6; SEC-22).
 */
export type Effect = 'read' | 'instruct' | 'withdraw' | 'watchlist' | 'window'
