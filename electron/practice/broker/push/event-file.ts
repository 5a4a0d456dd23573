import { copyFile, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readStored, syncFolder, writeAtomically } from '../../data/state-file.js'
import { crc32 } from '../../store/log-lines.js'
import { zBrokerEvent, type BrokerEvent } from './event.js'

const zHead = z.object({ log: z.string() })

const SUM = /^([0-9a-f]{8}) /

const sumOf = (text: string): string =>
  crc32(Buffer.from(text, 'utf8')).toString(16).padStart(8, '0')

/** Returns the line of a value: a checksum of its JSON, and the JSON. */
const lineOf = (value: unknown): string => {
  const text = JSON.stringify(value)
  return `${sumOf(text)} ${text}\n`
}

/** Returns the value of a line; null for a damaged one. */
function parsed<T>(schema: z.ZodType<T>, line: string): T | null {
  const [digits = '', sum] = SUM.exec(line) ?? []
  const text = line.slice(digits.length)
  if (sum !== sumOf(text)) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

interface Unbroken {
  readonly events: BrokerEvent[]
  /** True when a line is damaged or missing. */
  readonly isBroken: boolean
}

/** Returns the newest events without a gap; all events before a damaged line are dropped. */
function unbroken(lines: readonly string[]): Unbroken {
  let events: BrokerEvent[] = []
  let isBroken = false
  for (const line of lines) {
    const event = parsed(zBrokerEvent, line)
    const last = events.at(-1)
    const follows = event !== null && (last === undefined || event.number === last.number + 1)
    isBroken ||= !follows
    if (event === null) events = []
    else events = follows ? [...events, event] : [event]
  }
  return { events, isBroken }
}

/** What is in the file of an event log. */
export interface StoredEvents {
  readonly events: BrokerEvent[]
  /** The name of the copy that was made of a damaged file; null for a file without damage. */
  readonly aside: string | null
}

/**
 * The file of one event log: a header line that names the log, then one line per event, each with a
 * checksum. Lines are only appended; a file that has grown long is rewritten.
 */
export class EventFile {
  readonly #path: string
  #lines = 0

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Returns the events of this log; events of another are dropped. A line cut off by a crash is
   * dropped too, and the file is repaired. Of a damaged file a copy is made first; its name
   * contains `now`.
   */
  async load(log: string, now: number): Promise<StoredEvents> {
    const text = (await readStored(this.#path))?.toString('utf8') ?? ''
    const [first = '', ...rest] = text.split(/\r?\n/)
    const head = parsed(zHead, first)
    // The part after the last line break is empty, or a line that was cut off.
    const { events, isBroken } = unbroken(rest.slice(0, -1))
    const isDamaged = head === null ? rest.length > 0 : isBroken
    const aside = isDamaged ? await this.copy(now) : null
    const own = head?.log === log ? events : []
    await this.rewrite(log, own)
    return { events: own, aside }
  }

  /** Makes a copy of the file, which is damaged or no longer fits; returns its name. */
  async copy(now: number): Promise<string> {
    const name = `${basename(this.#path)}.corrupt-${now}`
    await copyFile(this.#path, join(dirname(this.#path), name))
    await syncFolder(dirname(this.#path))
    return name
  }

  /** Resolves once the events are saved to disk. */
  async append(events: readonly BrokerEvent[]): Promise<void> {
    const handle = await open(this.#path, 'a', 0o600)
    try {
      await handle.writeFile(events.map(lineOf).join(''), 'utf8')
      await handle.datasync()
    } finally {
      await handle.close()
    }
    this.#lines += events.length
  }

  async rewrite(log: string, events: readonly BrokerEvent[]): Promise<void> {
    await writeAtomically(this.#path, [{ log }, ...events].map(lineOf).join(''))
    this.#lines = events.length
  }

  get length(): number {
    return this.#lines
  }
}
