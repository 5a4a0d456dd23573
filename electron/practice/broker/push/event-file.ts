import { open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeAtomically } from '../../data/state-file.js'
import { zBrokerEvent, type BrokerEvent } from './event.js'

const zHead = z.object({ log: z.string() })

const parsed = <T>(schema: z.ZodType<T>, line: string): T | null => {
  try {
    const value = schema.safeParse(JSON.parse(line))
    return value.success ? value.data : null
  } catch {
    return null
  }
}

/** Returns the newest events without a gap; all events before a damaged line are dropped. */
function unbroken(lines: readonly string[]): BrokerEvent[] {
  let events: BrokerEvent[] = []
  for (const line of lines) {
    const event = parsed(zBrokerEvent, line)
    const last = events.at(-1)
    if (event === null) events = []
    else if (last === undefined || event.number === last.number + 1) events.push(event)
    else events = [event]
  }
  return events
}

/**
 * The file of one event log: a header line that names the log, then one line per event. Lines are
 * only appended; a file that has grown long is rewritten.
 */
export class EventFile {
  private lines = 0

  constructor(private readonly path: string) {}

  /**
   * Returns the events of this log; those of another are dropped. A line cut off by a crash is
   * dropped too, and the file is repaired.
   */
  async load(log: string): Promise<BrokerEvent[]> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
      throw error
    })
    const [head = '', ...rest] = text.split('\n')
    // The part after the last line break is empty, or a line that was cut off.
    const events = parsed(zHead, head)?.log === log ? unbroken(rest.slice(0, -1)) : []
    await this.rewrite(log, events)
    return events
  }

  /** Resolves once the events are saved to disk. */
  async append(events: readonly BrokerEvent[]): Promise<void> {
    const handle = await open(this.path, 'a', 0o600)
    try {
      await handle.writeFile(events.map((event) => `${JSON.stringify(event)}\n`).join(''), 'utf8')
      await handle.datasync()
    } finally {
      await handle.close()
    }
    this.lines += events.length
  }

  async rewrite(log: string, events: readonly BrokerEvent[]): Promise<void> {
    await writeAtomically(
      this.path,
      [{ log }, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    this.lines = events.length
  }

  get length(): number {
    return this.lines
  }
}
