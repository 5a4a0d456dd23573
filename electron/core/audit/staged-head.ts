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
  take(point: Point): StagedContent | null
  /** Drops the one that waits, if it tells of at most so many records. */
  drop(count: number): void
}

/** Keeps the head that waits. */
export function createStagedHead(checkpoints: Pick<Checkpoints, 'stage'>): StagedHead {
  let waiting: { readonly point: Point; readonly content: StagedContent } | null = null
  return {
    prepare(point) {
      const content = waiting === null ? checkpoints.stage(point) : null
      if (content !== null) waiting = { point, content }
    },
    take({ count, from, head }) {
      if (
        waiting === null ||
        waiting.point.count !== count ||
        waiting.point.from !== from ||
        waiting.point.head !== head
      ) {
        return null
      }
      const { content } = waiting
      waiting = null
      return content
    },
    drop(count) {
      if (waiting === null || waiting.point.count > count) return
      void waiting.content.drop()
      waiting = null
    },
  }
}
