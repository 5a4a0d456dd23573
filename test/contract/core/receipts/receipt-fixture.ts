import { createHash } from 'node:crypto'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import type { AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import { canonical } from '../../../../shared/receipt/check-receipt.mjs'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'

export const INSTRUCTION_ID = 'a'.repeat(32)

interface Disk {
  readonly lines: string[]
  readonly secrets: Map<string, string>
  readonly checkpoint: ReturnType<typeof fakeDocument>
}

/** Opens the audit log of a disk. */
export function openChain(
  { lines, secrets, checkpoint }: Disk = {
    lines: [],
    secrets: new Map(),
    checkpoint: fakeDocument(),
  },
): Promise<AuditPort> {
  return openAudit({
    journal: {
      append: (line) => (lines.push(line), Promise.resolve(ok(undefined))),
      read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
      close: () => Promise.resolve(),
    },
    checkpoint,
    clock: { now: () => epochMs(1_763_735_400_000), monotonic: () => 0 },
    random: systemRandom,
    crypto: nodeCrypto,
    environment: 'practice',
    log: { event: () => undefined },
    vault: {
      backend: 'key-store',
      keyStore: null,
      read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
      write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
      remove: () => Promise.resolve(ok(undefined)),
    },
  })
}

/** Writes the audit chain of one instruction among others: card, decision, sending, outcome. */
export async function chain(disk?: Disk): Promise<AuditPort> {
  const audit = await openChain(disk)
  await audit.append('asked', 'b'.repeat(32), 'SELL 3 MSFT', { reason: 'secret of the other' })
  await audit.append('asked', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    connection: 'c'.repeat(16),
    reason: 'because é \u202e',
  })
  await audit.append('shown', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    digest: 'd'.repeat(64),
  })
  await audit.append('ended', 'b'.repeat(32), 'Nobody decided in time', {})
  await audit.append('decided', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    decision: 'approve',
    by: 'person',
    shown: 'd'.repeat(64),
  })
  await audit.append('sent', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    ticket: `i-${INSTRUCTION_ID}`,
  })
  await audit.append('outcome', INSTRUCTION_ID, 'The broker took it', { state: 'acknowledged' })
  await audit.append('read', 'c'.repeat(16), 'Read quotes, 3 times', { count: 3 })
  return audit
}

/** Returns the receipt's text, which must exist. */
export async function receiptOf(audit: AuditPort): Promise<string> {
  const text = expectOk(await audit.receiptText(INSTRUCTION_ID))
  if (text === null) throw new Error('there is no receipt')
  return text
}

/** Gives a changed record a hash that fits. */
export function rehash(record: Record<string, unknown>): void {
  delete record['hash']
  record['hash'] = createHash('sha256').update(canonical(record)).digest('hex')
}
