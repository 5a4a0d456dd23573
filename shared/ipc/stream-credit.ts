/**
 * Credits that a page grants when a stream opens; it grants them again as it processes frames. Each
 * frame except heartbeats uses one.
 */
export const INITIAL_CREDIT = 64
