/**
 * Replaces an unpublished value of the provider: shown as unknown, and never a reason to enable
 * something.
 */
export type Unknown = 'unknown'
