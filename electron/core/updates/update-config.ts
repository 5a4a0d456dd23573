import { z } from 'zod'
import { UPDATE_CHANNELS, type UpdateChannel } from '../../../shared/domain/app/update-view.js'
import type { UpdateSource } from './update-service.js'

const zConfig = z.object({
  /** ASSUMPTION: the address is not decided yet. Empty: this build has no update source. */
  address: z.union([z.literal(''), z.url({ protocol: /^https$/ }).endsWith('/')]),
  /** The page from which packages are downloaded by hand; empty where there is none. */
  page: z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
  channel: z.enum(UPDATE_CHANNELS),
  /** Raw Ed25519 public keys in base64. */
  keys: z.tuple([z.string(), z.string()]),
})

/** What a build says of its updates (`build/config/update-source.json`). */
export interface UpdateConfig {
  readonly channel: UpdateChannel
  /** Null where this build has no update source. */
  readonly source: UpdateSource | null
  /** Null where there is none. */
  readonly page: string | null
}

/** Reads the configuration of a build. Throws for a wrong one: the build is then wrong. */
export function parseUpdateConfig(content: unknown): UpdateConfig {
  const { address, page, channel, keys } = zConfig.parse(content)
  const common = { channel, page: page === '' ? null : page }
  if (address === '') return { ...common, source: null }
  const { origin, pathname } = new URL(address)
  return { ...common, source: { origin, folder: pathname, keys } }
}
