import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { StateFile } from './state-file.js'

/**
 * The credentials of one data directory: an app key as the developer portal gives, a Connect
 * client, and the one test user.
 */
export const zKeys = z.object({
  appKey: z.string().min(16),
  appSecret: z.string().min(16),
  clientId: z.string().min(8),
  clientSecret: z.string().min(16),
  user: z.object({ name: z.string(), password: z.string() }),
})
export type Keys = z.infer<typeof zKeys>

/** The scope that the practice application is registered with (AUTH-5). */
export const SCOPE = 'user:trade:wr'
export const APP_NAME = 'Countersign'

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Fresh credentials. They open nothing but this practice exchange. */
export const makeKeys = (): Keys => ({
  appKey: hex(16),
  appSecret: hex(16),
  clientId: randomUUID(),
  clientSecret: hex(24),
  user: { name: 'practice@localhost', password: randomBytes(9).toString('base64url') },
})

/**
 * The credentials of a data folder; new ones, with a word in `notes`, where there are none that can
 * be read. `now` names a damaged file.
 */
export async function loadKeys(folder: string, now: number, notes: string[]): Promise<Keys> {
  const file = new StateFile(folder, 'keys.json')
  const stored = await file.load(now)
  const keys = zKeys.safeParse(stored.value)
  if (keys.success) return keys.data
  const aside = stored.setAside ?? (stored.value === null ? null : await file.setAside(now))
  if (aside !== null) {
    notes.push(`The key file was damaged. It was set aside as ${aside}; there are new keys.`)
  }
  const made = makeKeys()
  await file.save(() => made)
  return made
}
