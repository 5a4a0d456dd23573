import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zDigest } from '../../../shared/ipc/instructions.js'
import { randomHex } from '../hex.js'
import type { CryptoPort } from '../net-ports.js'
import type { DocumentPort, FileError, RandomPort, VaultPort } from '../ports.js'
import { canonicalJson } from './canonical.js'

const KEY_NAME = 'audit-key'
const POINT_NAME = 'audit-checkpoint'
const KEY_BYTES = 32

const zCheckpoint = z.strictObject({ v: z.literal(1), count: z.number().int().min(0), from: z.number().int().min(0), head: zDigest, mac: z.string().min(40).max(60) })
export type Checkpoint = z.output<typeof zCheckpoint>

/** How the chain stood at its last checkpoint, and whether that can be believed. */
export type Standing =
  | { readonly kind: 'none' }
  /** A checkpoint whose MAC does not fit, or of which nobody can tell. */
  | { readonly kind: 'forged'; readonly what: string }
  | { readonly kind: 'unreadable'; readonly what: string }
  | { readonly kind: 'proved'; readonly count: number; readonly head: string; readonly from: number }

/**
 * (count, head) of the chain under a MAC whose key is in the key store; kept there and in a file beside the chain. `from`: the records
 * before it were there already when there was no checkpoint to prove them, so nothing ever vouches for them.
 */
export interface Checkpoints {
  /** Makes the key when there is none. `fresh`: it was made just now, so nothing older can be proved. */
  open(): Promise<Result<{ readonly fresh: boolean }, FileError>>
  write(point: { readonly count: number; readonly from: number; readonly head: string }): Promise<Result<void, FileError>>
  read(): Promise<Standing>
}

/** HMAC-SHA256 over `countersign-audit-checkpoint\n` and the canonical JSON of count, from and head, in base64. */
export const checkpointText = (count: number, from: number, head: string): string => `countersign-audit-checkpoint\n${canonicalJson({ count, from, head })}`

export function createCheckpoints(deps: { readonly vault: VaultPort; readonly file: DocumentPort; readonly random: RandomPort; readonly crypto: Pick<CryptoPort, 'hmacBase64' | 'equal'> }): Checkpoints {
  const { vault, file, crypto } = deps
  let key: string | null = null
  let fresh = false
  const macOf = (secret: string, { count, from, head }: { readonly count: number; readonly from: number; readonly head: string }): string => crypto.hmacBase64('sha256', secret, checkpointText(count, from, head))

  const parse = (text: string): Checkpoint | null => {
    try {
      return zCheckpoint.safeParse(JSON.parse(text)).data ?? null
    } catch {
      return null
    }
  }

  const judged = (text: string | null, where: string): Standing => {
    if (text === null) return { kind: 'none' }
    const point = parse(text)
    if (point === null) return { kind: 'unreadable', what: `The checkpoint ${where} cannot be read` }
    if (key === null) return { kind: 'unreadable', what: 'The key of the checkpoints is not there' }
    // Its key went with the key store: that proves nothing, neither way.
    if (fresh) return { kind: 'unreadable', what: `The key of the checkpoint ${where} is gone` }
    return crypto.equal(point.mac, macOf(key, point)) ? { kind: 'proved', count: point.count, from: point.from, head: point.head } : { kind: 'forged', what: `The checkpoint ${where} was not written with this computer’s key` }
  }

  return {
    async open() {
      const held = await vault.read(KEY_NAME)
      if (!held.ok) return held
      if (held.value !== null) {
        key = held.value
        return ok({ fresh: false })
      }
      const made = randomHex(deps.random, KEY_BYTES)
      const kept = await vault.write(KEY_NAME, made)
      if (!kept.ok) return kept
      key = made
      fresh = true
      return ok({ fresh: true })
    },
    async write({ count, from, head }) {
      if (key === null) return err({ kind: 'missing', message: 'the key of the checkpoints is not there' })
      const text = canonicalJson({ v: 1, count, from, head, mac: macOf(key, { count, from, head }) })
      const beside = await file.write(text)
      const within = await vault.write(POINT_NAME, text)
      if (beside.ok && within.ok) fresh = false
      return beside.ok ? within : beside
    },
    async read() {
      const [within, beside] = [await vault.read(POINT_NAME), await file.read()]
      const points = [judged(within.ok ? within.value : null, 'in the key store'), judged(beside.ok ? beside.value : null, 'beside the chain')]
      // The later of two good ones counts: the other is an older copy. One that does not fit is never a reason to fall back silently.
      const bad = points.find(({ kind }) => kind === 'forged') ?? points.find(({ kind }) => kind === 'unreadable')
      if (bad !== undefined) return bad
      return points.reduce<Standing>((best, point) => (point.kind === 'proved' && (best.kind !== 'proved' || point.count > best.count) ? point : best), { kind: 'none' })
    },
  }
}
