/** Credits a page grants when a stream opens; it grants again what it has processed. Each frame of any kind spends one. */
export const INITIAL_CREDIT = 64
