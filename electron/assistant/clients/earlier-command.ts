import { isDeepStrictEqual } from 'node:util'
import type { ClientAccess, ClientSpec } from './client-table.js'
import { isTable } from './config-value.js'
import { LAUNCHER_FILE } from './launcher.js'

const KEY = 'COUNTERSIGN_TOKEN'
/** What the last part of a command of Countersign's own is, in this version and in earlier ones. */
const OWN_ARGUMENT = new RegExp(`^--mcp-bridge$|(^|[/\\\\])(bridge\\.cjs|${LAUNCHER_FILE})$`)

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Returns the key in an entry that starts the bridge; null for any other entry. */
export function keyOfEntry(entry: unknown): string | null {
  if (!isTable(entry)) return null
  const env = entry['env'] ?? entry['envs']
  const key = isTable(env) ? env[KEY] : null
  return typeof key === 'string' ? key : null
}

/**
 * Returns what an entry has to become so that it starts the bridge of this version: the command
 * that Countersign wrote earlier is replaced, and the person's own members stay. Null where nothing
 * has to change, and for a command that Countersign did not write.
 */
export function renewedEntry(
  entry: unknown,
  spec: Pick<ClientSpec, 'entry'>,
  access: Pick<ClientAccess, 'program'>,
): object | null {
  if (!isTable(entry)) return null
  const isOwn = textsOf(entry['args']).some((text) => OWN_ARGUMENT.test(text))
  if (!isOwn) return null
  const renewed = { ...entry, ...spec.entry(access) }
  return isDeepStrictEqual(plain(renewed), plain(entry)) ? null : renewed
}

/** Ignores the prototypes of tables, which parsers choose. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
