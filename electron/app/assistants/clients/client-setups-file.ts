import { z } from 'zod'
import { CLIENT_IDS } from '../../../../shared/domain/instructions/client-setup.js'

/** The version of the file. */
export const CLIENT_SETUPS_VERSION = 1
/** More than there are clients; older changes stay in their files. */
const MAX_SETUPS = 40

const zSetup = z.strictObject({
  client: z.enum(CLIENT_IDS),
  connection: z.string(),
  path: z.string(),
  target: z.string(),
  backup: z.string().nullable(),
  /** The digest of what was written. */
  written: z.string(),
  writtenAt: z.number(),
  /** Who could read the file before. */
  mode: z.number().int(),
})
/** A change of an assistant program's settings that can be undone. */
export type StoredSetup = Readonly<z.output<typeof zSetup>>

const zFile = z.strictObject({ v: z.literal(CLIENT_SETUPS_VERSION), setups: z.array(zSetup) })

/** Reads the stored changes; null for a text that cannot be read. */
export function parseClientSetups(text: string): readonly StoredSetup[] | null {
  try {
    return zFile.parse(JSON.parse(text)).setups
  } catch {
    return null
  }
}

/** Writes the changes, the latest of very many. */
export const writeClientSetups = (setups: readonly StoredSetup[]): string =>
  JSON.stringify({ v: CLIENT_SETUPS_VERSION, setups: setups.slice(0, MAX_SETUPS) })
