/**
 * Credits a page grants when a stream opens; it grants again what it has processed. Each frame
 * spends one, heartbeats excepted.
 */
export const INITIAL_CREDIT = 64
