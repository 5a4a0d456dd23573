import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { openConnections } from '../../../electron/core/instructions/connections.js'
import { createHostedGate } from '../../../electron/core/instructions/hosted-gate.js'
import { followHosted } from '../../../electron/core/instructions/hosted-intake.js'
import type {
  InstructionSource,
  SourceClient,
  SourceInstruction,
  SourceNews,
} from '../../../electron/core/instructions/instruction-source.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { fakeDocument } from '../../fakes/document.js'
import { settle } from '../core/world.js'
import { ASSISTANT, DeskWorld, draft } from './desk-world.js'

const CLIENT = 'client'
const ASKED_AT = epochMs(1_763_735_400_000)
const HOUR_MS = 3_600_000
const always = <T>(value: T) => ({ get: () => value, subscribe: () => () => undefined })

/**
 * Four orders of one client, asked for in one millisecond, as the provider lists them; three may
 * come within a minute.
 */
const asks = (sourceId: string, price: string, createdAt = ASKED_AT): SourceInstruction => ({
  sourceId,
  clientId: CLIENT,
  clientName: 'Hasty',
  reason: '',
  createdAt,
  expiresAt: epochMs(ASKED_AT + HOUR_MS),
  validForMs: HOUR_MS,
  takenFor: null,
  action: { kind: 'place', draft: draft(price) },
})
const FOUR = ['d', 'c', 'b', 'a'].map((sourceId, index) => asks(sourceId, `18${index}.5`))

/** A desk that follows a provider whose answers to a rejection never come. */
async function follow() {
  const at = await new DeskWorld().start()
  const rejected: string[] = []
  let tell: (news: SourceNews) => void = () => undefined
  const source: InstructionSource = {
    list: () => Promise.resolve(ok({ instructions: [], clients: [] })),
    subscribe: (listener) => {
      tell = listener
      return () => undefined
    },
    taken: () => Promise.resolve(ok(undefined)),
    done: () => Promise.resolve(ok(undefined)),
    revokeClient: () => Promise.resolve(ok(undefined)),
    rejected: (sourceId) => {
      rejected.push(sourceId)
      return new Promise(() => undefined)
    },
  }
  const client: SourceClient = {
    clientId: CLIENT,
    name: 'Hasty',
    consent: 'consent',
    scopes: ['order:write'],
    accounts: [],
    lastSeenAt: null,
  }
  const log = { event: () => undefined }
  const admitted = await (
    await openConnections({
      file: fakeDocument(),
      clock: at.world.clock,
      random: at.world.random(),
      crypto: nodeCrypto,
      log,
      environment: 'practice',
    })
  ).admit(client)
  if (!admitted.ok) throw new Error('not admitted')
  const view = (): ConnectionView => ({ ...admitted.value, id: ASSISTANT, state: at.state })
  const timers = at.world.timers()
  const gate = createHostedGate(() => Promise.resolve(source), timers)
  followHosted({
    source: () => Promise.resolve(source),
    gate,
    desk: at.desk,
    halted: always(false),
    ready: always(true),
    clock: at.world.clock,
    timers,
    log,
    connections: {
      admit: () => Promise.resolve(ok(view())),
      hosted: () => [{ connection: view(), clientId: CLIENT, consent: 'consent' }],
      get: view,
      onChange: () => () => undefined,
    },
  })
  await settle()
  const list = async (instructions: readonly SourceInstruction[]): Promise<void> => {
    tell(ok({ instructions, clients: [client] }))
    for (let round = 0; round < 20; round += 1) await settle()
  }
  const waiting = (): readonly (string | undefined)[] =>
    at.desk
      .fromSource()
      .filter(({ status }) => status === 'PENDING')
      .map(({ sourceId }) => sourceId)
  return { at, list, rejected, waiting }
}

describe('rule 31, by the hosted server', () => {
  it('takes the first of what was asked for in one millisecond, whatever the ids are', async () => {
    const { list, rejected, waiting } = await follow()
    await list(FOUR)
    expect(waiting()).toEqual(['d', 'c', 'b'])
    expect(rejected).toEqual(['a'])
  })

  it('counts what was too much once, however long the provider lists it: nobody is paused for a slow answer', async () => {
    const { at, list, rejected, waiting } = await follow()
    for (let round = 0; round < 5; round += 1) await list(FOUR)
    expect(at.pauses).toEqual([])
    expect(at.audit.filter(({ kind }) => kind === 'refused')).toHaveLength(1)
    expect(waiting()).toEqual(['d', 'c', 'b'])
    expect(rejected).toEqual(['a'])
  })

  it('still pauses one that asks for too much again and again', async () => {
    const { at, list } = await follow()
    const later = epochMs(ASKED_AT + 1_000)
    await list([...FOUR, asks('f', '170.5', later), asks('e', '171.5', later)])
    expect(at.pauses).toHaveLength(1)
  })
})
