import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readStored } from '../data/state-file.js'
import { LineWriter, readLines } from './log-lines.js'

/** How far a log was on disk: its length and the mark of its last line, stored beside it. */
export interface LogEnd {
  readonly generation: number
  readonly bytes: number
  readonly mark: number
}

const zSlot = z.object({
  sequence: z.number().int(),
  generation: z.number().int(),
  bytes: z.number().int().nonnegative(),
  mark: z.number().int().nonnegative(),
})
type Slot = z.infer<typeof zSlot>

/** Length of a slot. The two slots are written in turn, so that a torn write leaves the other. */
const SLOT = 256

/** The name of the file beside the logs of `base`. */
export const headName = (base: string): string => `${base}.log.head`

function readSlot(bytes: Buffer): Slot | null {
  const [value] = readLines(bytes.subarray(0, bytes.indexOf(0x0a) + 1)).values
  return zSlot.safeParse(value).data ?? null
}

/**
 * The file that says how far the newest log was on disk. It is written after the log itself, so it
 * never claims more than the disk has: a log that is shorter was cut, emptied or deleted.
 */
export class LogHead {
  readonly #path: string
  #sequence = 0
  #opening: Promise<FileHandle> | null = null
  #closed = false

  constructor(folder: string, base: string) {
    this.#path = join(folder, headName(base))
  }

  /** Returns the stored end; null without one that can be read. */
  async load(): Promise<LogEnd | null> {
    const bytes = await this.#read()
    const slots = [bytes.subarray(0, SLOT), bytes.subarray(SLOT)].flatMap(
      (slot) => readSlot(slot) ?? [],
    )
    const [newest] = slots.sort((a, b) => b.sequence - a.sequence)
    if (newest === undefined) return null
    this.#sequence = newest.sequence
    return { generation: newest.generation, bytes: newest.bytes, mark: newest.mark }
  }

  /**
   * Stores how far a log is on disk. A failure is ignored: an older end detects less, and never
   * claims too much.
   */
  async store(end: LogEnd): Promise<void> {
    if (this.#closed) return
    try {
      this.#opening ??= this.#open()
      const handle = await this.#opening
      this.#sequence += 1
      const line = new LineWriter().line({ sequence: this.#sequence, ...end } satisfies Slot)
      const slot = Buffer.alloc(SLOT, ' ')
      slot.write(line)
      await handle.write(slot, 0, SLOT, (this.#sequence % 2) * SLOT)
    } catch {
      await this.#closeFile()
    }
  }

  /** Closes the file; later ends are not stored. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#closeFile()
  }

  async #closeFile(): Promise<void> {
    const opening = this.#opening
    this.#opening = null
    await opening?.then((handle) => handle.close()).catch(() => undefined)
  }

  async #read(): Promise<Buffer> {
    return (await readStored(this.#path)) ?? Buffer.alloc(0)
  }

  async #open(): Promise<FileHandle> {
    try {
      return await open(this.#path, 'r+')
    } catch {
      return open(this.#path, 'w+', 0o600)
    }
  }
}
