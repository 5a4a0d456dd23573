import type { StagedContent } from '../ports.js'
import type { Checkpoints, Point } from './checkpoint.js'
import type { NewRecord } from './audit-port.js'

/**
 * Stages one chain head on disk beside the old one while its record is still being written. Holds
 * one head at a time.
 */
export interface StagedHead {
  /** Stages a head. Does nothing while another one is staged. */
  prepare(point: Point): void
  /**
   * Returns the staged head of exactly this point for the caller to commit; null if none or another
   * is staged.
   */
  consume(point: Point): StagedContent | null
  /** Drops the staged head if it covers at most `count` records. */
  drop(count: number): void
}

/** Creates the holder of the staged head. */
export function createStagedHead(checkpoints: Pick<Checkpoints, 'stage'>): StagedHead {
  let pending: { readonly point: Point; readonly content: StagedContent } | null = null
  return {
    prepare(point) {
      const content = pending === null ? checkpoints.stage(point) : null
      if (content !== null) pending = { point, content }
    },
    consume({ count, from, head }) {
      if (
        pending === null ||
        pending.point.count !== count ||
        pending.point.from !== from ||
        pending.point.head !== head
      ) {
        return null
      }
      const { content } = pending
      pending = null
      return content
    },
    drop(count) {
      if (pending === null || pending.point.count > count) return
      void pending.content.drop()
      pending = null
    },
  }
}

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
