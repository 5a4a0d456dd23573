import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { StateFile } from './state-file.js'

/**
 * The credentials of one data directory: an app key as the developer portal issues it, a Connect
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

/** The scope with which the practice application is registered (AUTH-5). */
export const SCOPE = 'user:trade:wr'
export const APP_NAME = 'Countersign'

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Generates new credentials, valid only for this practice exchange. */
export const makeKeys = (): Keys => ({
  appKey: hex(16),
  appSecret: hex(16),
  clientId: randomUUID(),
  clientSecret: hex(24),
  user: { name: 'practice@localhost', password: randomBytes(9).toString('base64url') },
})

/**
 * Loads the credentials of a data folder. When none can be read, generates new ones; a damaged file
 * is set aside (its new name contains `now`) and reported in `notes`.
 */
export async function loadKeys(folder: string, now: number, notes: Message[]): Promise<Keys> {
  const file = new StateFile(folder, 'keys.json')
  const stored = await file.load(now)
  const keys = zKeys.safeParse(stored.value)
  if (keys.success) return keys.data
  const aside = stored.setAside ?? (stored.value === null ? null : await file.setAside(now))
  if (aside !== null) notes.push(message('practice.keysNew', { file: aside }))
  const made = makeKeys()
  await file.save(() => made)
  return made
}
