import { z } from 'zod'
import type { Result } from '../../../shared/domain/result.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'
import type { FileError, VaultPort } from '../ports.js'

/** Name of the user's tokens in the vault. */
export const TOKENS = 'oauth-tokens'

const zStored = z.strictObject({
  v: z.literal(1),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  accessExpiresAt: zTime,
  refreshExpiresAt: zTime,
  user: z.string().nullable(),
})
export type StoredTokens = Omit<z.output<typeof zStored>, 'v'>

/**
 * Reads the tokens that an earlier run stored; null when nothing is readable. Leaves unreadable
 * content in place.
 */
export async function readStored(vault: VaultPort): Promise<StoredTokens | null> {
  const text = await vault.read(TOKENS)
  if (!text.ok || text.value === null) return null
  try {
    const parsed = zStored.safeParse(JSON.parse(text.value))
    if (!parsed.success) return null
    const { v: _v, ...stored } = parsed.data
    return stored
  } catch {
    return null
  }
}

/** Returns after the tokens are durable. */
export const writeStored = (
  vault: VaultPort,
  tokens: StoredTokens,
): Promise<Result<void, FileError>> => vault.write(TOKENS, JSON.stringify({ v: 1, ...tokens }))
