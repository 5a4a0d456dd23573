import { createHash } from 'node:crypto'
import type { FileError, JournalPort, SegmentFault } from '../../electron/core/ports.js'
import type { JournalSegment } from '../../electron/core/journal-segment.js'
import { err, ok, type Result } from '../../shared/domain/result.js'

type Written = Result<void, FileError>

/**
 * A journal in memory with an archive, which outlives the process. The process ends at its
 * `crashAt`th step, before or after the step's effect.
 */
export class ArchivingDisk {
  lines: string[] = []
  readonly segments = new Map<number, readonly string[]>()
  /** The steps of this process, for a test that crashes at each of them. */
  readonly steps: string[] = []
  crashAt = Number.POSITIVE_INFINITY
  crashAfterEffect = false

  /** Starts a new process with what is on the disk. */
  revive(): void {
    this.steps.length = 0
    this.crashAt = Number.POSITIVE_INFINITY
  }

  get isDead(): boolean {
    return this.steps.length >= this.crashAt
  }

  port(): JournalPort {
    return {
      append: (line) => this.#step('append', () => void this.lines.push(line)),
      read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })),
      close: () => Promise.resolve(),
      archive: {
        seal: async (number) => {
          const content = [...this.lines]
          const sealed = await this.#step('seal', () => void this.segments.set(number, content))
          return sealed.ok ? ok(segmentOf(number, content)) : sealed
        },
        replace: (lines) =>
          this.#step('replace', () => {
            this.lines = [...lines]
          }),
        read: ({ number }) => {
          const content = this.segments.get(number)
          return Promise.resolve(
            content === undefined ? err({ kind: 'missing', message: 'ENOENT' }) : ok(content),
          )
        },
        digest: ({ number }) => Promise.resolve(this.#digestOf(number)),
        check: (segments) => Promise.resolve(segments.flatMap((segment) => this.#faultOf(segment))),
      },
    }
  }

  #digestOf(number: number): Result<string, FileError> {
    const content = this.segments.get(number)
    return content === undefined
      ? err({ kind: 'missing', message: 'ENOENT' })
      : ok(createHash('sha256').update(content.join('\n')).digest('hex'))
  }

  #faultOf(segment: JournalSegment): readonly SegmentFault[] {
    const { number, bytes } = segment
    const content = this.segments.get(number)
    if (content === undefined) return [{ number, fault: 'missing' }]
    return segmentOf(number, content).bytes === bytes ? [] : [{ number, fault: 'damaged' }]
  }

  async #step(name: string, effect: () => void): Promise<Written> {
    // A dead process never gets an answer.
    if (this.isDead) return new Promise(() => undefined)
    this.steps.push(name)
    if (this.isDead && !this.crashAfterEffect) return new Promise(() => undefined)
    effect()
    return this.isDead ? new Promise(() => undefined) : ok(undefined)
  }
}

const segmentOf = (number: number, lines: readonly string[]): JournalSegment => ({
  number,
  bytes: lines.join('\n').length,
  sum: '00000000',
})
