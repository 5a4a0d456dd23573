import type { NewRecord } from './audit-port.js'

/**
 * True for records whose head is saved in the key store at once: starts, endings, and every
 * decision. An approval is saved with the `sent` record that follows it, when the order is already
 * on its way.
 */
export const isDue = ({ kind, body }: NewRecord): boolean =>
  kind === 'start' ||
  kind === 'sent' ||
  kind === 'ended' ||
  (kind === 'decided' && body['decision'] !== 'approve')
