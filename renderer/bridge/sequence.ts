import type { Frame, FrameKind } from '../../shared/ipc/streams.js'

/** How to handle a message received on a stream's port. */
export type Verdict =
  | { readonly kind: 'deliver'; readonly frame: Frame }
  | {
      readonly kind: 'reopen'
      readonly reason: 'malformed' | 'sequence' | 'no-snapshot' | 'closed'
    }

export interface Sequence {
  accept(message: unknown): Verdict
}

const KINDS: readonly FrameKind[] = ['snapshot', 'delta', 'gap', 'heartbeat', 'closed']

/**
 * Checks one opened stream of `topicCount` topics: sequence numbers are contiguous per topic from
 * its first frame on, and a delta is valid only after a snapshot. Any other message means that the
 * page's state is wrong, so the stream must be reopened.
 */
export function createSequence(topicCount: number): Sequence {
  const last: (number | null)[] = Array.from({ length: topicCount }, () => null)
  const based: boolean[] = Array.from({ length: topicCount }, () => false)
  return {
    accept(message) {
      const frame = readFrame(message)
      if (frame === null || frame.index >= topicCount) {
        return { kind: 'reopen', reason: 'malformed' }
      }
      // A heartbeat only shows that the stream is alive; it has no sequence number within a topic.
      if (frame.kind === 'heartbeat') return { kind: 'deliver', frame }
      const before = last[frame.index] ?? null
      if (before !== null && frame.seq !== before + 1) return { kind: 'reopen', reason: 'sequence' }
      last[frame.index] = frame.seq
      if (frame.kind === 'closed') return { kind: 'reopen', reason: 'closed' }
      if (frame.kind === 'delta' && based[frame.index] !== true) {
        return { kind: 'reopen', reason: 'no-snapshot' }
      }
      if (frame.kind === 'snapshot') based[frame.index] = true
      if (frame.kind === 'gap') based[frame.index] = false
      return { kind: 'deliver', frame }
    },
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

function readFrame(message: unknown): Frame | null {
  if (typeof message !== 'object' || message === null) return null
  const { index, seq, kind, asOf } = message as Partial<Record<keyof Frame, unknown>>
  if (
    !isCount(index) ||
    !isCount(seq) ||
    typeof asOf !== 'number' ||
    !KINDS.includes(kind as FrameKind)
  ) {
    return null
  }
  return message as Frame
}
