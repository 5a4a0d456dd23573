import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { EpochMs } from '../../shared/domain/time.js'
import type { ClockPort, LogPort } from '../core/ports.js'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './file-errors.js'
import { loggable, redact } from './redact.js'

export interface LogFileOptions {
  readonly path: string
  readonly clock: ClockPort
  /** Size at which the file is rotated; one older file is retained. */
  readonly maxBytes?: number
}

export interface LogFile extends LogPort {
  /** Registers a value that must never appear in the log. */
  hide(secret: string): void
  /** Makes a text as safe as what is logged: without secrets, in one line, of limited length. */
  clean(text: string): string
  /** Returns the latest events as they were written, newest last. */
  recent(): LoggedEvent[]
  /** Resolves when all events so far are written or have failed. */
  flush(): Promise<void>
}

/** One event as a person may read it. */
export interface LoggedEvent {
  readonly at: EpochMs
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly name: string
  readonly text: string
}

const MAX_RECENT = 200
const MAX_BYTES = 2 * 1024 * 1024
/**
 * Maximum number of events that wait for the disk; beyond it the oldest are dropped and counted.
 */
const MAX_QUEUE = 5_000

/**
 * The log: JSON lines with allow-listed, redacted fields, limited in size, readable by its owner
 * only. Never fails its caller.
 */
export function createLogFile({ path, clock, maxBytes = MAX_BYTES }: LogFileOptions): LogFile {
  const secrets: string[] = []
  const recent: LoggedEvent[] = []
  let queue: string[] = []
  let dropped = 0
  let running: Promise<void> | null = null
  let size: number | null = null

  const rotate = async (more: number): Promise<void> => {
    size ??= await stat(path).then(
      (info) => info.size,
      () => 0,
    )
    if (size + more <= maxBytes) return
    // The log cannot record its own failure; it goes on in the same file.
    await rename(path, `${path}.1`).catch(() => {})
    size = 0
  }

  const drain = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
    while (queue.length > 0) {
      const text = queue.join('')
      queue = []
      const bytes = Buffer.byteLength(text)
      await rotate(bytes)
      await appendFile(path, text, { mode: PRIVATE_FILE })
      size = (size ?? 0) + bytes
    }
  }

  const startDrain = (): Promise<void> => {
    // The log cannot record its own failure, and must not fill the memory.
    running ??= drain()
      .catch(() => {
        queue = []
      })
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    event(level, name, fields = {}) {
      if (queue.length >= MAX_QUEUE) {
        queue.shift()
        dropped += 1
      }
      const redacted = { name: redact(name, secrets), fields: loggable(fields, secrets) }
      const line = {
        at: new Date(clock.now()).toISOString(),
        level,
        name: redacted.name,
        ...redacted.fields,
        ...(dropped === 0 ? {} : { dropped }),
      }
      recent.push({
        at: clock.now(),
        level,
        name: redacted.name.slice(0, 80),
        text: Object.entries(redacted.fields)
          .map(([field, value]) => `${field} ${String(value)}`)
          .join(', ')
          .slice(0, 400),
      })
      if (recent.length > MAX_RECENT) recent.shift()
      queue.push(`${JSON.stringify(line)}\n`)
      void startDrain()
    },
    hide(secret) {
      if (!secrets.includes(secret)) secrets.push(secret)
    },
    clean: (text) => redact(text, secrets),
    recent: () => [...recent],
    async flush() {
      while (running !== null || queue.length > 0) await startDrain()
    },
  }
}
