import { z } from 'zod'
import { UPDATE_CHANNELS } from '../../../shared/domain/app/update-view.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'
import { zMessage } from '../../../shared/messages/message.schema.js'

/** The version of the file. */
export const UPDATES_VERSION = 1

const MAX_FAILED = 20

const zVersionText = z.string().min(1).max(64)

const zFile = asReadonly(
  z.strictObject({
    v: z.literal(UPDATES_VERSION),
    /** Random; decides the place in a roll-out and never leaves this computer. */
    installId: z.string().regex(/^[0-9a-f]{32}$/),
    seen: z
      .array(
        z.strictObject({ channel: z.enum(UPDATE_CHANNELS), version: zVersionText, date: zTime }),
      )
      .max(UPDATE_CHANNELS.length),
    checkedAt: zTime.nullable(),
    result: zMessage.nullable(),
    /** The version that the last check offered. */
    offered: zVersionText.nullable(),
    /** Versions that did not become ready on this computer, oldest first. */
    failed: z.array(zVersionText).max(MAX_FAILED),
  }),
)
/** What is stored about updates. */
export type StoredUpdates = Omit<z.output<typeof zFile>, 'v'>

/** Reads the file; null for a text that cannot be read. */
export function parseUpdates(text: string): StoredUpdates | null {
  try {
    const { v: _v, ...stored } = zFile.parse(JSON.parse(text))
    return stored
  } catch {
    return null
  }
}

export const writeUpdates = (stored: StoredUpdates): string =>
  JSON.stringify({ v: UPDATES_VERSION, ...stored })

export const emptyUpdates = (installId: string): StoredUpdates => ({
  installId,
  seen: [],
  checkedAt: null,
  result: null,
  offered: null,
  failed: [],
})

/** Adds a version that did not become ready here; the oldest ones are forgotten. */
export const withFailed = (stored: StoredUpdates, version: string): StoredUpdates => ({
  ...stored,
  failed: [...stored.failed.filter((failed) => failed !== version), version].slice(-MAX_FAILED),
})

/** Remembers a release as the newest one seen of its channel. */
export const withSeen = (
  stored: StoredUpdates,
  release: { readonly channel: StoredUpdates['seen'][number]['channel'] } & {
    readonly version: string
    readonly date: EpochMs
  },
): StoredUpdates => {
  const { channel, version, date } = release
  const others = stored.seen.filter((seen) => seen.channel !== channel)
  return { ...stored, seen: [...others, { channel, version, date }] }
}
