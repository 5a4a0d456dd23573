/**
 * Credits that a page grants when a stream opens; it grants them again as it processes frames. Each
 * frame except heartbeats uses one.
 */
export const INITIAL_CREDIT = 64
/** A page acknowledges the messages on the window's port each time it has read so many more. */
export const ACKNOWLEDGED_AFTER = 4
