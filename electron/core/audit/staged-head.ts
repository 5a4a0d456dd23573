import type { StagedContent } from '../ports.js'
import type { Checkpoints, Point } from './checkpoint.js'

/**
 * A head that is brought to the disk beside the old one while the record that it tells of is still
 * on its way there. One at a time.
 */
export interface StagedHead {
  /** Does nothing while another one waits. */
  prepare(point: Point): void
  /**
   * The head of exactly this point, for whoever takes it to commit; null where another one waits,
   * or none.
   */
  consume(point: Point): StagedContent | null
  /** Drops the one that waits, if it tells of at most so many records. */
  drop(count: number): void
}

/** Keeps the head that waits. */
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
