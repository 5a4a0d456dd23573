import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import { AUDIT_KINDS, type AuditBody } from '../../../../electron/core/audit/audit-port.js'
import { openTradeBook } from '../../../../electron/core/instructions/scorecard/trade-book.js'
import type { JournalPort, VaultPort } from '../../../../electron/core/ports.js'
import { openProfiles } from '../../../../electron/core/profiles/profile-store.js'
import {
  ACCESS_WAYS,
  API_VERSIONS,
  SIGNATURE_ALGORITHMS,
} from '../../../../shared/domain/app/profile.js'
import type { ProfileChange } from '../../../../shared/domain/app/profile.schema.js'
import { ENVIRONMENTS } from '../../../../shared/domain/environment.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { anyOrder } from '../../../harness/order-arbitraries.js'
import { runs } from '../../../harness/system/effort.js'
import {
  draftOf,
  instruction,
} from '../../../unit/core/instructions/scorecard/scorecard-fixture.js'

const clock = { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 }
const log = { event: () => undefined }
/** Texts of any script, also empty, long, and with characters that no line may contain. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }),
  fc.integer({ min: 0, max: 4_000 }).map((length) => '\u{1f600}x'.repeat(length).slice(0, length)),
)

/** Lines that outlive the run that writes them. */
function fileOf(lines: string[]): JournalPort {
  return {
    append: (line) => {
      lines.push(line)
      return Promise.resolve(ok(undefined))
    },
    read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
    close: () => Promise.resolve(),
  }
}

type Step =
  | { readonly kind: 'create'; readonly name: string; readonly at: number }
  | { readonly kind: 'change'; readonly which: number; readonly change: ProfileChange }
  | { readonly kind: 'duplicate' | 'remove' | 'last' | 'import'; readonly which: number }

const anyHost = fc.oneof(anyText, fc.constant('sandbox.example'))
const anyOrigin = fc.oneof(anyText, fc.constant('https://sandbox.example:8443'))
const anySocket = fc.record({ host: anyHost, port: fc.integer({ min: -1, max: 70_000 }) })
const anyChange: fc.Arbitrary<ProfileChange> = fc.record(
  {
    name: anyText,
    access: fc.constantFrom(...ACCESS_WAYS),
    algorithm: fc.constantFrom(...SIGNATURE_ALGORITHMS),
    apiVersion: fc.constantFrom(...API_VERSIONS),
    hosts: fc.option(
      fc.record({
        api: anyOrigin,
        oauth: anyOrigin,
        passport: anyOrigin,
        events: anySocket,
        data: anySocket,
        authority: fc.option(anyText),
      }),
    ),
    redirect: fc.oneof(
      fc.record({
        kind: fc.constant('loopback' as const),
        port: fc.integer({ min: -1, max: 70_000 }),
      }),
      fc.record({
        kind: fc.constant('manual' as const),
        uri: fc.oneof(anyText, fc.constant('https://desk.example/back')),
      }),
    ),
  },
  { requiredKeys: [] },
)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name: anyText, at: fc.nat(2) }),
  fc.record({ kind: fc.constant('change' as const), which: fc.nat(5), change: anyChange }),
  fc.record({
    kind: fc.constantFrom('duplicate' as const, 'remove', 'last', 'import'),
    which: fc.nat(5),
  }),
)

describe('REL-43: what the program writes of itself is read back after a restart', () => {
  it('profiles, whatever is created, changed, copied and imported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (steps) => {
        const file = fakeDocument()
        const deps = { file, clock, random: systemRandom }
        const store = await openProfiles(deps)
        for (const step of steps) {
          const { id } = store.all()[('which' in step ? step.which : 0) % store.all().length] ?? {}
          if (id === undefined) throw new Error('the built-in profile is gone')
          switch (step.kind) {
            case 'create':
              await store.create(step.name, ENVIRONMENTS[step.at] ?? 'sandbox')
              break
            case 'change':
              await store.change(id, step.change)
              break
            case 'duplicate':
              await store.duplicate(id)
              break
            case 'remove':
              await store.remove(id)
              break
            case 'last':
              await store.setLast(id)
              break
            case 'import': {
              const text = store.exportText(id)
              if (text.ok) await store.importText(text.value)
              break
            }
          }
        }
        const next = await openProfiles(deps)
        expect(next.setAside).toBeNull()
        expect(next.all()).toEqual(store.all())
        expect(next.last()).toBe(store.last())
      }),
      { numRuns: runs(150, 1_500) },
    )
  })

  it('the audit log, with any texts and values', async () => {
    const anyBody: fc.Arbitrary<AuditBody> = fc.dictionary(
      fc.oneof(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }), anyText),
      fc.oneof(anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
      { maxKeys: 70 },
    )
    const anyRecord = fc.record({
      kind: fc.constantFrom(...AUDIT_KINDS),
      subject: anyText,
      line: anyText,
      body: fc.oneof(
        anyBody,
        fc.record({ list: fc.array(anyText, { maxLength: 220 }) }) as fc.Arbitrary<AuditBody>,
      ),
    })
    // Readers of JSON drop this member.
    const body = JSON.parse('{"__proto__":false}') as AuditBody
    const PROTOTYPE = { kind: 'start', subject: '', line: '', body } as const
    const NEGATIVE_ZERO = { kind: 'start', subject: '', line: '', body: { size: -0 } } as const
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 6 }), async (records) => {
        const lines: string[] = []
        const checkpoint = fakeDocument()
        const secrets = new Map<string, string>()
        const vault: VaultPort = {
          backend: 'key-store',
          keyStore: null,
          read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
          write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
          remove: (name) => (secrets.delete(name), Promise.resolve(ok(undefined))),
        }
        const open = () =>
          openAudit({
            journal: fileOf(lines),
            checkpoint,
            vault,
            clock,
            random: systemRandom,
            crypto: nodeCrypto,
            environment: 'practice',
            log,
          })
        const audit = await open()
        for (const { kind, subject, line, body } of records) {
          expect(await audit.append(kind, subject, line, body)).toMatchObject({ ok: true })
        }
        await audit.close()
        const next = await open()
        expect(next.report()).toMatchObject({
          state: 'verified',
          count: records.length + 1,
          problem: null,
        })
        await next.close()
      }),
      { numRuns: runs(80, 800), examples: [[[PROTOTYPE]], [[NEGATIVE_ZERO]]] },
    )
  })

  it('the trade book, with an order of every product in every state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 6 }), async (states) => {
        const lines: string[] = []
        const changed = createEmitter<readonly Order[]>()
        const id = clientOrderId('traded')
        const requested: Instruction = instruction(draftOf(), {
          outcome: { state: 'acknowledged', clientOrderId: id, text: '', at: clock.now() },
        })
        let skipped = 0
        const open = (rows: readonly Order[]) =>
          openTradeBook({
            journal: fileOf(lines),
            instructionService: { all: () => [requested], onChange: () => () => undefined },
            orders: { all: () => rows, subscribe: (listener) => changed.add(listener) },
            fills: { recent: () => [], subscribe: () => () => undefined },
            queries: {
              exchangeNow: () => epochMs(1),
              quote: () => Promise.resolve({ quote: undefined, ageMs: null }),
              market: () =>
                Promise.resolve(
                  ok({
                    price: { bid: asPrice(dec('1')), ask: null, last: null, ageMs: 0 },
                  } as never),
                ),
              multiplier: () => Promise.resolve(dec('1')),
            } as never,
            log,
            onSkipped: () => (skipped += 1),
          })
        const book = await open([])
        for (const state of states) changed.emit([{ ...state, clientOrderId: id }])
        await book.close()
        const next = await open([])
        expect(skipped).toBe(0)
        expect(book.trades.get(id)?.steps.length).toBeGreaterThan(0)
        expect([...next.trades]).toEqual([...book.trades])
        expect([...next.marketAtRequest]).toEqual([...book.marketAtRequest])
        await next.close()
      }),
      { numRuns: runs(150, 1_500) },
    )
  })
})
